"""Views as text."""

from citywright.engine.view import indented_lines


def test_lines_of_nested_data() -> None:
    data = {"a": 1, "b": ["x"], "c": {"d": "y" * 100, "e": None}, "f": [["z" * 60] * 2]}
    assert indented_lines(data) == [
        "a: 1",
        'b: ["x"]',
        "c:",
        f"  d: {'y' * 100}",
        "  e: null",
        "f:",
        "  0:",
        f"    0: {'z' * 60}",
        f"    1: {'z' * 60}",
    ]
