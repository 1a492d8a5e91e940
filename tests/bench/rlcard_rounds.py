"""RLCard's UNO played at random, one round for each game: the other side of ``engine.py``.

It runs in an environment of its own that holds RLCard and nothing of ours. Each line read is
``env 2 100`` or ``bare 4 100`` (way, seats, rounds); the answer is the CPU seconds they took.
"""

import random
import sys
import time

import rlcard  # type: ignore[import-not-found]
from rlcard.agents import RandomAgent  # type: ignore[import-not-found]
from rlcard.games.uno import Game  # type: ignore[import-not-found]


def env_run(seats: int, rounds: int) -> float:
    """CPU seconds of ``env.run`` with RLCard's own random agents, as its users call it."""
    env = rlcard.make("uno")
    # RLCard ignores ``game_num_players`` for UNO; without this the other seats would never play.
    env.num_players = env.game.num_players = seats
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(seats)])
    began = time.process_time()
    for _ in range(rounds):
        env.run(is_training=False)
    return time.process_time() - began


def bare(seats: int, rounds: int) -> float:
    """CPU seconds of the game alone, without the observations that RLCard makes for learning."""
    game = Game(num_players=seats)
    began = time.process_time()
    for _ in range(rounds):
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
    return time.process_time() - began


def main() -> None:
    """Answer until there is nothing more to read."""
    random.seed(1)
    ways = {"env": env_run, "bare": bare}
    for line in sys.stdin:
        way, seats, rounds = line.split()
        print(ways[way](int(seats), int(rounds)), flush=True)


if __name__ == "__main__":
    main()
