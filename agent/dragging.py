"""The part of a round in which words are dragged: plan, gesture, verdict, and again.

Each call of `Dragging.drag` drags one word at most and says what came of it; `agent.supervise` decides what
follows.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from typing import Final

from agent.clearance import clearance
from agent.errors import AgentError
from agent.geometry import Board
from agent.gesture import Gesture, gesture_of
from agent.lookout import Lookout
from agent.pace import Pace, blame_of_phone
from agent.plan import COOLING, Plan, Step
from agent.player import Played, Player
from agent.ports import Capture, Clock, Path, Reading, ScreenPoint, Solution, Window, WindowState, Word
from agent.progress import BoardSolved, Listener, ScreenRead, Verdict, WordDragged, WordJudged
from agent.scores import Scores
from agent.turns import Dragged
from agent.verify import SETTLE, Judgement, Ledger
from agent.wishes import Wishes
from agent.witness import Witness

RESERVE: Final = 0.05
"""Seconds before the end of a round in which nothing is begun that would last longer."""
FIRST_MOVES: Final = COOLING
"""Of planning before the first word: some hundredths of a second."""
PORTION: Final = 60
"""Moves of planning in a wait: about a millisecond."""
MOST_PORTIONS: Final = 8
"""For each word; more would only heat the processor."""
WATCH: Final = 0.012
"""Seconds between two looks at the score while it is waited for."""
MOST_ATTEMPTS: Final = 2
CONFIRMATIONS: Final = 3
"""Times that open verdicts are waited for before they are left open."""
READINGS: Final = 3
"""Of the score at the end, at most, until two agree or the words explain it."""


class Dragging:
    def __init__(
        self,
        player: Player,
        clock: Clock,
        window: Window,
        witness: Witness,
        *,
        wishes: Wishes,
        pace: Pace,
        listener: Listener,
        seed: int = 0,
    ) -> None:
        self._player = player
        self._clock = clock
        self._window = window
        self._witness = witness
        self._wishes = wishes
        self._pace = pace
        self._tell = listener
        self._seed = seed
        self._scores = Scores(witness, clock)
        self._attempts: Counter[str] = Counter()
        self._plan: Plan | None = None
        self._board: Board | None = None
        self._ends_at = 0.0
        self._released = 0.0
        """When the button went up last."""
        self._busy_since: float | None = None
        """When the word before was done; None after an interruption."""
        self._finger: ScreenPoint | None = None
        self._last_path: Path = ()
        self._lookout = Lookout(witness, player, clock)
        self._confirmations = 0
        self._portions = 0
        self._reserve: deque[Word] = deque()
        """Words beyond the cap, for those that are refused."""

    def take_board(self, solution: Solution, capture: Capture, ends_at: float) -> None:
        """Begin, or go on with the same board as it is now. Raises NoBoard."""
        self._board = Board.of(solution, capture)
        self._scores.begin(solution.reading, capture)
        self._ends_at = ends_at
        self._lookout.forget()
        self._last_path = ()
        words = [word for word in self._wishes.allowed(solution.words) if self._attempts[word.text] == 0]
        wanted = self._wishes.most_wanted(words, self.ledger.words)
        self._reserve = deque(word for word in words if word not in set(wanted))
        self._plan = Plan(
            wanted,
            solution.reading.rows,
            solution.reading.cols,
            self._pace.model(),
            self._left(),
            short_first=self._wishes.short_first,
            seed=self._seed,
        )
        self._plan.improve(FIRST_MOVES)
        self._plan.settle()
        self._tell(
            BoardSolved(
                solution.reading.letters,
                len(wanted),
                sum(word.points for word in wanted),
                len(self._plan),
                sum(step.word.points for step in self._plan.steps()),
                solution.reading.doubtful,
                self._board.area,
            )
        )

    @property
    def ledger(self) -> Ledger:
        return self._scores.ledger

    @property
    def has_board(self) -> bool:
        return self._board is not None

    def improve(self) -> None:
        """Plan a little; for waits."""
        if self._plan is not None and self._portions < MOST_PORTIONS:
            self._portions += 1
            self._plan.improve(PORTION)

    def drag(self, window: WindowState) -> Dragged | Reading | AgentError:
        """The next word; a reading or an error when the service has something to say that matters more.

        Raises:
            UserStopped, PointerFailed: the button is up.
        """
        if (news := self._hear()) is not None:
            return news
        if (finished := self._finished()) is not None:
            return Dragged(finished=finished)
        assert self._plan is not None and self._board is not None
        board = self._board.in_window(window.bounds)
        if board is None:
            return Dragged(is_resized=True)
        if self._lookout.is_hidden(board, [board.centre(cell) for cell in self._last_path]):
            return Dragged(is_suspicious=True)
        self._witness.ask(window.bounds)
        self._plan.settle()
        self._plan.retime(self._pace.model(), self._left())
        step = None if self._may_be_enough() else self._plan.take()
        if step is None:
            return self._confirm(window)
        return self._drag(step, board)

    def confirm(self, window: WindowState) -> Reading:
        """Wait until the screen shows all that was gained, and read it. Raises errors of the service."""
        self._player.wait(SETTLE + self._scores.latency)
        self._judge(self._scores.look(window.bounds))
        for _ in range(READINGS):
            captured, reading = self._witness.read_now(window.bounds)
            self._take_reading(captured, reading)
            if not self.ledger.is_at_odds:
                break
        return reading

    def take_reading(self, reading: Reading, captured: float) -> None:
        """What was read for another reason."""
        self._take_reading(captured, reading)
        self._lookout.hear(reading)

    def _hear(self) -> Reading | AgentError | None:
        try:
            answer = self._witness.answer()
        except AgentError as error:
            return error
        if answer is None:
            return None
        captured, reading = answer
        self._take_reading(captured, reading)
        return None if reading.state == "playing" else reading

    def _take_reading(self, captured: float, reading: Reading) -> None:
        self._tell(ScreenRead(reading.state, reading.score))
        self._judge(self._scores.read(reading, captured))

    def _finished(self) -> str | None:
        # When nobody can tell of the open words, they are counted.
        enough = self._may_be_enough() if self._confirmations >= CONFIRMATIONS else self._is_enough()
        return enough or ("time" if self._left() <= 0 else None)

    def _is_enough(self) -> str | None:
        return self._wishes.fulfilled(self.ledger.words, self.ledger.points)

    def _may_be_enough(self) -> str | None:
        """The same if the words that are still open count."""
        return self._wishes.fulfilled(self.ledger.possible_words, self.ledger.possible_points)

    def _confirm(self, window: WindowState) -> Dragged | Reading | AgentError:
        """Nothing is left to drag, unless a word turns out to have been missed."""
        if self._confirmations >= CONFIRMATIONS or not self.ledger.has_open:
            return Dragged(finished="played", misses=self.ledger.misses)
        self._confirmations += 1
        try:
            reading = self.confirm(window)
        except AgentError as error:
            return error
        return Dragged(misses=self.ledger.misses) if reading.state == "playing" else reading

    def _drag(self, step: Step, board: Board) -> Dragged:
        self._portions = 0
        word = step.word
        attempt = self._attempts[word.text] + 1
        tempo = self._pace.for_attempt(attempt)
        self._player.wait(self._released + tempo.gap - self._clock.now())
        finger = self._finger if self._finger and board.area.contains(self._finger) else None
        gesture = gesture_of(step.path, board, tempo, finger)
        if self._clock.now() + gesture.seconds > self._ends_at:
            return Dragged(misses=self.ledger.misses)
        played = self._play(gesture, board)
        self._released, self._last_path = played.released, step.path
        if played.broken is not None:
            assert self._plan is not None
            self._finger = self._busy_since = None
            self._plan.put_back(word)
            return Dragged(misses=self.ledger.misses)
        self._finger = gesture.end
        self._note(step, attempt, played)
        if self._busy_since is not None:
            taken = played.released - self._busy_since
            self._pace = self._pace.measured(gesture.seconds + tempo.gap, taken)
        self._measure(board)
        self._busy_since = self._clock.now()
        return Dragged(misses=self.ledger.misses)

    def _play(self, gesture: Gesture, board: Board) -> Played:
        """With a look at the score just before the button goes up, or just after where looks take long."""

        def look() -> None:
            self._judge(self._scores.look(board.window))

        is_slow = self._witness.is_slow
        played = self._player.play(gesture, clearance(board, self._window), None if is_slow else look)
        if is_slow and played.broken is None:
            look()
        return played

    def _measure(self, board: Board) -> None:
        """Wait for the points of the first word, and of some others, to learn how late the screen is."""
        while self._scores.is_measuring:
            self._player.wait(WATCH)
            self._judge(self._scores.look(board.window))

    def _note(self, step: Step, attempt: int, played: Played) -> None:
        self._attempts[step.word.text] = attempt
        self._scores.drag(step.word, attempt, played.released)
        self._confirmations = 0
        self._tell(
            WordDragged(
                step.word.text,
                step.word.points,
                step.path,
                attempt,
                played.seconds,
                self._pace.slowness,
                self._left(),
            )
        )

    def _judge(self, judgements: list[Judgement]) -> None:
        for judgement in judgements:
            attempt = judgement.attempt
            if judgement.counted:
                self._pace = self._pace.after_hit() if attempt.number == 1 else self._pace.after_drop()
                verdict: Verdict = "accepted"
                self._wanted_no_more(attempt.word)
            else:
                verdict = self._missed(attempt.word)
            self._tell(
                WordJudged(
                    attempt.word.text, attempt.word.points, verdict, self.ledger.words, self.ledger.points
                )
            )

    def _wanted_no_more(self, word: Word) -> None:
        if self._plan is not None:
            self._plan.drop(word.text)

    def _missed(self, word: Word) -> Verdict:
        """The word is tried again, slower, if that is worth its time."""
        blame = blame_of_phone(word.chance, self.ledger.drops)
        self._pace = self._pace.after_miss(self.ledger.misses)
        if self._plan is None or self._attempts[word.text] >= MOST_ATTEMPTS:
            if self._plan is not None and self._reserve:
                self._plan.put_back(self._reserve.popleft())
            return "refused"
        self._plan.put_back(replace(word, chance=blame))
        return "missed"

    def _left(self) -> float:
        return self._ends_at - RESERVE - self._clock.now()
