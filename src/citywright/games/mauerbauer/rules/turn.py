"""The building part of a turn: wall, dice, towers, houses, and the city they may close (MB-10 to MB-25)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.state import Event
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.codes import (
    A_DICE,
    A_HOUSE,
    A_JOIN,
    A_TOWER,
    A_WALL,
    ANY,
    END_HOUSES,
    END_LINES,
    END_PALACES,
    END_TOWERS,
    END_WALLS,
    JOIN_CITY,
    NO_DIE,
    NO_TOWER_DIE,
    PLACE_HOUSE,
    PLACE_OTHER_HOUSE,
    PLACE_OTHER_TOWER,
    PLACE_TOWER,
    ROLL,
    kinds_in,
    tally,
    total,
)
from citywright.games.mauerbauer.rules.land import ROW, SIZE_OF, WALL, Land
from citywright.games.mauerbauer.rules.scoring import Scoring


class Turn(Scoring):
    """The part of a turn that is about the map."""

    # --- the wall and the dice --------------------------------------------------------------

    def place_wall(self, code: i64) -> None:
        """MB-11: on any free line."""
        self.line = self.land.terrain.line_of_pair[code - A_WALL]
        self.land.build_wall(self.line)
        names: vec[i64] = self.land.terrain.point_name
        self.tell("wall", self.seat, "MB-11", 0, names[self.end_point(0)], names[self.end_point(1)])
        if self.land.walls == 0:
            self.end_for(END_WALLS)
        self.phase = ROLL

    def free_ends(self) -> i64:
        """How many ends of this turn's wall have no tower."""
        free: i64 = 0
        if self.land.points[self.end_point(0)] == 0:
            free += 1
        if self.land.points[self.end_point(1)] == 0:
            free += 1
        return free

    def end_point(self, end: i64) -> i64:
        """The point at the first (0) or second (1) end of this turn's wall."""
        return self.land.terrain.line_b[self.line] if end else self.land.terrain.line_a[self.line]

    def side_field(self, side: i64) -> i64:
        """The first (0) or second (1) field beside this turn's wall; the second is -1 at the rim."""
        return self.land.terrain.line_g[self.line] if side else self.land.terrain.line_f[self.line]

    def roll(self, code: i64) -> None:
        """MB-12: three dice, or two if both ends have towers."""
        dice: i64 = code - A_DICE
        self.tower_die = dice // 36
        self.die_1 = dice // 6 % 6
        self.die_2 = dice % 6
        trace = self.trace
        if trace is not None:
            trace.append(Event("dice", self.seat, "MB-12", 0, 0, (self.die_1, self.die_2, self.tower_die)))
        self.phase = PLACE_TOWER
        if self.tower_die == NO_TOWER_DIE or self.land.towers == 0:  # MB-17
            self.await_house()

    # --- towers -----------------------------------------------------------------------------

    def tower_colours(self) -> i64:
        """The colours the next tower may have, as a mask."""
        if self.phase == PLACE_TOWER and tally(self.land.towers, self.tower_die):
            return bit(self.tower_die)  # MB-13
        return kinds_in(self.land.towers)  # MB-13: the other end; MB-14: used up

    def tower_choices(self) -> i64:
        """Three bits of colours for each end that can have a tower (MB-13, MB-17)."""
        colours: i64 = self.tower_colours()
        choices: i64 = 0
        if self.land.points[self.end_point(0)] == 0:
            choices |= colours
        if self.land.points[self.end_point(1)] == 0:
            choices |= colours << 3
        return choices

    def tower_code(self, choice: i64) -> i64:
        """The action for one bit of tower_choices()."""
        return A_TOWER + 3 * self.land.terrain.point_name[self.end_point(choice // 3)] + choice % 3

    def place_tower(self, code: i64) -> None:
        """PLACE_TOWER and PLACE_OTHER_TOWER."""
        name: i64 = (code - A_TOWER) // 3
        colour: i64 = (code - A_TOWER) % 3
        point: i64 = self.end_point(0)
        if self.land.terrain.point_name[point] != name:
            point = self.end_point(1)
        self.land.build_tower(point, colour)
        self.tell("tower", self.seat, "MB-13", 0, name, colour)
        if self.land.towers == 0:
            self.end_for(END_TOWERS)
        elif self.free_ends():
            self.phase = PLACE_OTHER_TOWER
            return
        self.await_house()

    # --- houses -----------------------------------------------------------------------------

    def await_house(self) -> None:
        """MB-15; if no house is left none is placed (MB-17)."""
        self.phase = PLACE_HOUSE
        if self.land.houses == 0:
            self.close_city()

    def die_colours(self, die: i64) -> i64:
        """The house colours a die allows: its own, or any for "?" (MB-15) and if used up (MB-16)."""
        if die == NO_DIE:
            return 0
        if die != ANY and tally(self.land.houses, die):
            return bit(die)
        return kinds_in(self.land.houses)

    def house_choices(self) -> i64:
        """Five bits of colours for each field that may get the next house.

        The first field comes first, so that one way leads to each outcome; with a single house left the
        player chooses the field (MB-17)."""
        colours: i64 = self.die_colours(self.die_1) | self.die_colours(self.die_2)
        if self.phase == PLACE_OTHER_HOUSE:
            return colours << 5
        if self.side_field(1) >= 0 and total(self.land.houses) == 1:
            return colours | colours << 5
        return colours

    def house_code(self, choice: i64) -> i64:
        """The action for one bit of house_choices()."""
        corner: i64 = self.land.terrain.apex(self.side_field(choice // 5), self.line)
        return A_HOUSE + 5 * self.land.terrain.point_name[corner] + choice % 5

    def place_house(self, code: i64) -> None:
        """PLACE_HOUSE and PLACE_OTHER_HOUSE."""
        name: i64 = (code - A_HOUSE) // 5
        colour: i64 = (code - A_HOUSE) % 5
        field: i64 = self.side_field(0)
        if self.land.terrain.point_name[self.land.terrain.apex(field, self.line)] != name:
            field = self.side_field(1)
        self.use_die(colour)
        self.land.build_house(field, colour)
        self.tell("house", self.seat, "MB-15", 0, field, colour)
        if self.land.houses == 0:
            self.end_for(END_HOUSES)
        elif self.phase == PLACE_HOUSE and self.side_field(1) >= 0:
            self.phase = PLACE_OTHER_HOUSE
            return
        self.close_city()

    def use_die(self, colour: i64) -> None:
        """The die that shows the colour is used, or else one that allows it: this leaves the wider choice."""
        if self.die_1 == colour:
            self.die_1 = NO_DIE
        elif self.die_2 == colour or not self.die_colours(self.die_1) >> colour & 1:
            self.die_2 = NO_DIE
        else:
            self.die_1 = NO_DIE

    # --- closing and joining ------------------------------------------------------------------

    def close_city(self) -> None:
        """MB-20 to MB-22, once the turn's houses stand."""
        self.die_1 = NO_DIE
        self.die_2 = NO_DIE
        before = self.land.clone() if self.trace is not None else self.land
        self.city = self.land.close(self.line)
        if self.city == 0:
            self.end_turn()
            return
        self.closed = 1
        self.tell("close", self.seat, "MB-20", 0, self.city, self.land.cities[ROW * self.city + SIZE_OF])
        self.tell_changes(before, "MB-21")
        self.check_city()
        if self.land.neighbours(self.city):
            self.phase = JOIN_CITY
        else:
            self.begin_scoring()

    def join_city(self, code: i64) -> None:
        """MB-24: JOIN_CITY, with one neighbour or none."""
        number: i64 = code - A_JOIN
        if number:
            before = self.land.clone() if self.trace is not None else self.land
            self.land.join(number)
            self.tell("join", self.seat, "MB-24", 0, number, self.city)
            self.city = number
            self.tell_changes(before, "MB-24")
            self.check_city()
        self.begin_scoring()

    def check_city(self) -> None:
        """Does a closed or joined city end the game?"""
        if self.land.palaces == 0:
            self.end_for(END_PALACES)
        if self.land.free_lines == 0:
            self.end_for(END_LINES)  # MB-11

    def tell_changes(self, before: Land, rule: str) -> None:
        """Report what went back to the supply, and the new palaces of the city."""
        trace = self.trace
        if trace is None:
            return
        land = self.land
        walls = [n for n in range(len(land.lines)) if before.lines[n] == WALL and land.lines[n] != WALL]
        towers = [n for n in range(len(land.points)) if before.points[n] and not land.points[n]]
        if walls:
            trace.append(Event("free walls", self.seat, rule, 0, 0, tuple(walls)))
        if towers:
            trace.append(Event("free towers", self.seat, rule, 0, 0, tuple(towers)))
        for colour in range(5):
            for _ in range(tally(before.palaces, colour) - tally(land.palaces, colour)):
                self.tell("palace", self.seat, "MB-22", 0, self.city, colour)
