"""A page that the browser translates: its text nodes are replaced by others, as translators do."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from wordlot.words import Lexicon

TRANSLATOR = """addEventListener('DOMContentLoaded', () => {
  const may = (node) => {
    const said = node.parentElement?.closest('[translate]')?.getAttribute('translate');
    return said !== 'no' && node.parentElement?.closest('script, style, font, title') === null;
  };
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    for (const node of found.filter((node) => node.data.trim() !== '' && may(node))) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${node.data}»`;
      outer.append(inner);
      node.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) for (const node of [...addedNodes, target])
      if (node.isConnected) translate(node.parentElement ?? node);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
});"""


def translated(page: Page) -> None:
    """Let a page be translated from its start."""
    page.add_init_script(TRANSLATOR)


def test_a_translated_table_goes_on(open_page: OpenPage, english: Lexicon) -> None:
    person = Person(open_page(prepare=translated))
    fonts = person.page.locator("font")
    expect(fonts.filter(has_text="«").first).to_be_visible(timeout=PATIENCE_MS)
    person.page.get_by_role("button", name="Play Match now").click()
    person.skip_tour()
    first = person.look().round
    assert first >= 1
    while person.look().round < first + 2:
        if not person.move(english):
            person.page.wait_for_timeout(100)
    assert fonts.count() == 0
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Rules").first.click()
    expect(person.page.get_by_role("dialog").locator("font").first).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_static_pages_are_translated_and_left_again(open_page: OpenPage) -> None:
    page = open_page("/rules/match", prepare=translated)
    expect(page.locator("article font").first).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("link", name="Wordlot, home").click()
    expect(page.get_by_role("button", name="Play Match now")).to_be_visible()
    page.get_by_role("button", name="Invite friends to Match").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
