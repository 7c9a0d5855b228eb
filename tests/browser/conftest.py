"""A server and a browser for the browser tests of one worker; bots move at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.kit.person import PATIENCE
from tests.conftest import find_browser
from tests.server.server_process import ForkedServer, ServerProcess

# In every window Chromium keeps two pop-ups of the address bar ready, and a process for the page that may be
# next: most of the work of a new window, and nobody looks. Of several such lists only the last counts, so the
# features that Playwright switches off are named again.
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
OFF_FOR_TESTS = (
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "AimEnabled"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join((*UNUSED, *OFF_FOR_TESTS))}"]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("browsed")
    server = ForkedServer(f"sqlite:///{folder / 'tables.sqlite3'}").start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """As everywhere, but one event loop for all: the browser lives in it."""
    return "asyncio"


@pytest.fixture(scope="session")
async def launched() -> AsyncIterator[Browser]:
    """A browser without a window. To launch one takes longer than many a test."""
    async with async_playwright() as playwright:
        launch = playwright.chromium.launch
        browser = await launch(executable_path=find_browser(), args=ARGUMENTS, timeout=1000 * PATIENCE)
        yield browser
        await browser.close()


@pytest.fixture
async def browser(launched: Browser) -> AsyncIterator[Browser]:
    """The browser, in which nobody has ever been: cookies and pages end with the test."""
    yield launched
    for context in launched.contexts:
        await context.close()
