"""The rules of both games for a page without a server: translated from their own modules.

`python -m wordlot.server.clauses` writes `web/src/referee/clauses/rules.js` and the cases that the
page's tests hold it to; with `--check` it only tells whether both are as they should be.
"""
