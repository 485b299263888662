"""What tests of bots share: a cache of their own, filled once."""

from collections.abc import Iterator

import pytest

from wordlot.bots import warm
from wordlot.words import Lexicon


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORDLOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def lexicon(own_cache: None, english: Lexicon) -> Lexicon:
    del own_cache
    warm("match", english)
    return english
