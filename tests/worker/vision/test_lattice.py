"""Points in rows and columns become a lattice, whatever the pitch, angle and perspective."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.selection import examples
from worker.vision.candidates import Blobs
from worker.vision.lattice import MOST_PARTS, Lattice, find_lattices, find_parts, groups_of_one_size
from worker.vision.lattice_cells import skipped, with_others
from worker.vision.projection import Projection, fit_projection


def grid_points(rows: int, cols: int, *, pitch: float = 50.0, degrees: float = 0.0) -> np.ndarray:
    """(rows * cols, 2): cell centres, the first at (200, 200)."""
    turn = np.deg2rad(degrees)
    cells = np.stack(np.meshgrid(np.arange(cols), np.arange(rows)), axis=-1).reshape(-1, 2) * pitch
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(cells @ matrix.T + 200, np.float32)


def blobs_at(points: np.ndarray, size: float = 24.0) -> Blobs:
    count = len(points)
    sizes = np.full((count, 2), size, np.float32)
    return Blobs(points.astype(np.float32), sizes, np.ones(count, bool))


def best_lattice(blobs: Blobs) -> Lattice:
    found = [lattice for group in groups_of_one_size(blobs) for lattice in find_lattices(group)]
    return max(found, key=lambda lattice: float(lattice.seen.sum()) * lattice.fill)


@settings(deadline=None, max_examples=examples(60))
@given(
    rows=st.integers(4, 12), cols=st.integers(4, 12), pitch=st.floats(30, 130), degrees=st.floats(-30, 30),
    seed=st.integers(0, 1000),
)  # fmt: skip
def test_any_pitch_and_angle(rows: int, cols: int, pitch: float, degrees: float, seed: int) -> None:
    """Letters stand 3 % of the pitch off, as a rule, the middles of their cells."""
    points = grid_points(rows, cols, pitch=pitch, degrees=degrees)
    noise = np.random.default_rng(seed).normal(0, 0.03 * pitch, points.shape)
    lattice = best_lattice(blobs_at(points + noise, pitch / 2))
    assert (lattice.rows, lattice.cols) == (rows, cols)
    assert np.abs(lattice.centres().reshape(-1, 2) - points).max() < 0.2 * pitch
    assert lattice.pitch == pytest.approx(pitch, rel=0.06)


def test_perspective() -> None:
    square = grid_points(6, 6)
    weight = 1 + 0.0006 * square[:, :1] + 0.0004 * square[:, 1:]
    lattice = best_lattice(blobs_at(square / weight))
    assert lattice.seen.shape == (6, 6)
    assert np.abs(lattice.centres().reshape(-1, 2) - square / weight).max() < 3


@pytest.mark.parametrize(
    "missing", [(12,), (0, 4, 20, 24, 12), (2, 10, 14, 22)], ids=["hole", "donut", "cross"]
)
def test_holes_stay_holes(missing: tuple[int, ...]) -> None:
    points = np.delete(grid_points(5, 5), missing, axis=0)
    lattice = best_lattice(blobs_at(points))
    assert lattice.seen.shape == (5, 5)
    assert np.flatnonzero(~lattice.seen.ravel()).tolist() == sorted(missing)


def test_strays_are_dropped() -> None:
    """Blobs of the same size all around, but not in step."""
    rng = np.random.default_rng(3)
    strays = rng.uniform(0, 800, (60, 2))
    far = np.abs(strays - 275).max(axis=1) > 160
    lattice = best_lattice(blobs_at(np.concatenate([grid_points(4, 4), strays[far]])))
    centres = lattice.centres().reshape(-1, 2)
    distance = np.linalg.norm(centres[:, None] - grid_points(4, 4), axis=2).min(axis=0)
    assert distance.max() < 8


@pytest.mark.parametrize(("shift", "share"), [((0.5, 0.0), 1.0), ((0.5, 0.5), 1.0), ((0.3, 0.2), 0.0)])
def test_what_stands_half_way_between_cells_is_skipped(shift: tuple[float, float], share: float) -> None:
    cells = grid_points(4, 4)
    step = cells[:, 0].max() / 3 - cells[:, 0].min() / 3
    lattice = best_lattice(blobs_at(cells))
    assert skipped(lattice, blobs_at(cells)) == 0
    between = cells + np.array(shift, np.float32) * step
    assert skipped(lattice, blobs_at(np.concatenate([cells, between]))) == share


def test_window_grows_and_trims() -> None:
    lattice = best_lattice(blobs_at(grid_points(4, 5)))
    grown, cut = lattice.window(-1, 5, -1, 6), lattice.window(1, 4, 0, 3)
    assert grown is not None and grown.seen.shape == (6, 7) and grown.seen.sum() == 20
    assert cut is not None and cut.seen.shape == (3, 3)
    assert np.allclose(grown.centres()[1:-1, 1:-1], lattice.centres(), atol=0.5)
    assert lattice.window(2, 2, 0, 3) is None


def test_what_is_infinitely_far_from_a_lattice_is_on_no_cell() -> None:
    """As when the rows of a false lattice lie in one line."""
    points = np.where(np.eye(4, dtype=bool)[:, :, None], np.nan, grid_points(4, 4).reshape(4, 4, 2))
    flat = Projection(np.array([[1e-18, 1.1e-18, 19.5], [44.0, 44.0, 88.5], [1e-20, 0.0, 1.0]]))
    lattice = Lattice(np.asarray(points, np.float32), flat, 24.0)
    assert with_others(lattice, blobs_at(grid_points(9, 9))).seen.tolist() == lattice.seen.tolist()


def test_noise_holds_a_bounded_number_of_lattices() -> None:
    """Each takes time to look at: without a bound it were hundreds among so many blobs, of six and more."""
    everywhere = np.random.default_rng(3).uniform(0, 2000, (20_000, 2))
    found = list(find_lattices(blobs_at(everywhere, 8)))
    assert all(lattice.seen.sum() >= 0.5 * len(everywhere) / MOST_PARTS for lattice in found)
    assert len(found) < MOST_PARTS


def test_nothing_from_nothing() -> None:
    assert list(groups_of_one_size(blobs_at(np.zeros((0, 2))))) == []
    assert list(find_lattices(blobs_at(grid_points(1, 5)))) == []


@given(st.lists(st.floats(-0.0008, 0.0008), min_size=2, max_size=2), st.floats(-1, 1), st.floats(20, 90))
def test_projection_is_found_again(tilt: list[float], angle: float, pitch: float) -> None:
    turn = np.array([[np.cos(angle), -np.sin(angle), 40], [np.sin(angle), np.cos(angle), 70], [*tilt, 1]])
    truth = Projection(turn @ np.diag([pitch, pitch, 1.0]))
    cells = np.stack(np.meshgrid(np.arange(5.0), np.arange(4.0)), axis=-1).reshape(-1, 2).astype(np.float32)
    found = fit_projection(cells, truth.apply(cells))
    assert np.abs(found.apply(cells) - truth.apply(cells)).max() < 0.05 * pitch
    assert np.allclose(found.inverse(found.apply(cells)), cells, atol=1e-2)


def test_a_part_knows_which_blobs_it_is_made_of() -> None:
    board, scattered = grid_points(4, 4), np.array([[900, 50], [950, 700], [20, 640]], np.float32)
    blobs = blobs_at(np.concatenate([scattered, board]))
    part = next(find_parts(blobs))
    assert sorted(part.members.tolist()) == list(range(3, 19))
    assert np.array_equal(blobs.centres[part.members], part.centres)
    assert part.lattice is not None and part.lattice.seen.all()
