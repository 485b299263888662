"""The host changes how a table is set, and the others see what changed and agree to it."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.people import Person


def set_anew(page: Page, **settings: str) -> None:
    """Change settings by the labels of their fields."""
    page.get_by_role("button", name="Change the settings").click()
    dialog = page.get_by_role("dialog")
    for label, value in settings.items():
        field = dialog.get_by_role("combobox", name=label.replace("_", " "), exact=True)
        field.select_option(label=value)
    dialog.get_by_role("button", name="Set the table").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_a_guest_agrees_to_what_the_host_changed_before_it_is_played(
    open_page: OpenPage, size: ViewportSize
) -> None:
    mira = Person(open_page(viewport=size)).make_table("Mira")
    theo = Person(open_page(mira.link(), viewport=size)).sit_down("Theo")
    start = mira.page.get_by_role("button", name="Start the game")
    expect(start).to_have_attribute("aria-disabled", "false")
    set_anew(mira.page, Seats="3", Clock_of_a_round="No clock")
    told = theo.page.get_by_role("region", name="The host changed the settings")
    expect(told.get_by_role("listitem")).to_have_text(
        ["Seats: 3 (was: 2)", "Clock of a round: No clock (was: 60 seconds)"]
    )
    expect(theo.page.get_by_role("status").filter(has_text="Seats: 3.")).not_to_have_count(0)
    expect(mira.page.get_by_text("until Theo said to be ready")).to_be_visible()
    expect(start).to_have_attribute("aria-disabled", "true")
    theo.page.get_by_role("button", name="I am ready").click()
    expect(told).to_have_count(0)
    expect(start).to_have_attribute("aria-disabled", "false")
    start.click()
    expect(theo.page.get_by_text("no clock", exact=False).first).to_be_visible()


def test_between_games_too(open_page: OpenPage) -> None:
    mira = Person(open_page()).make_table("Mira")
    theo = Person(open_page(mira.link())).sit_down("Theo")
    expect(mira.page.get_by_text("Theo", exact=False).first).to_be_visible()
    mira.page.get_by_role("button", name="Start the game").click()
    for person in (mira, theo):
        person.skip_tour()
    theo.page.get_by_role("button", name="Menu").click()
    theo.page.get_by_role("button", name="Leave for good").click()
    theo.page.get_by_role("button", name="Press again").click()
    mira.page.get_by_role("button", name="Menu").click()
    mira.page.get_by_role("button", name="Resign").click()
    mira.page.get_by_role("button", name="Press again").click()
    theo.page.get_by_role("button", name="Sit down for the next game").click()
    expect(theo.page.get_by_role("button", name="Play again")).to_be_visible()
    mira.page.get_by_role("button", name="See the table").click()
    mira.page.get_by_role("button", name="Menu").click()
    set_anew(mira.page, Clock_of_a_round="No clock")
    told = theo.page.get_by_role("region", name="The host changed the settings")
    expect(told.get_by_role("listitem")).to_have_text(
        ["Clock of a round: No clock (was: 60 seconds)"]
    )
    mira.page.get_by_role("button", name="Play again").click()
    theo.page.get_by_role("button", name="Play again").click()
    expect(theo.page.get_by_text("no clock", exact=False).first).to_be_visible()


SCROLLERS = """() => [...document.querySelectorAll('dialog[open], dialog[open] *')]
  .filter((part) => part.scrollHeight > part.clientHeight + 1)
  .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
  .map((part) => part.className.split(' ')[0])"""


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_a_long_form_scrolls_once_and_keeps_its_button_and_its_refusal_in_view(
    open_page: OpenPage, size: ViewportSize
) -> None:
    page = open_page(viewport=size, unless="Failed to load resource")
    page.get_by_role("button", name="Invite friends to Match").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Settings", exact=True).click()
    assert page.evaluate(SCROLLERS) == ["body"]
    dialog.get_by_role("textbox", name="Your nickname").fill("You")
    button = dialog.get_by_role("button", name="Make the table")
    button.click()
    for part in (dialog.get_by_role("alert"), button):
        expect(part).to_be_in_viewport(ratio=1)
