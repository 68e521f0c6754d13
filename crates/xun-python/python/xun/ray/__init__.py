"""Matches, self-play, path queries, grading and experiments on many machines, by Ray.

Each function has the arguments of its twin on one machine and writes the same files:

===================  ==========================  =================================
here                 on one machine              unit of work
===================  ==========================  =================================
``match``            ``xun.arena.match``         a pair of games
``datagen``          ``xun.selfplay.datagen``    a block of game numbers
``solve``            ``xun.grid.solve``          a batch of queries
``grade``            ``xun.lab.grade``           one program
``grade_class``      ``xun.lab.grade_class``     one submission
``lab``              ``xun.lab.run``             one measurement
===================  ==========================  =================================

A unit follows from its number and the seed alone, so that Ray may do it again after a node is lost;
its result is written once, by the driver, in the order of the numbers. A driver that was lost is
started again and goes on from the file. Needs ``pip install 'xun[ray]'``; on the command line:
``python -m xun.ray match -p xun -p random``. For large sets in Ray Data see :mod:`xun.ray.data`.
"""

from xun.ray import data
from xun.ray._datagen import datagen
from xun.ray._grade import grade, grade_class
from xun.ray._lab import lab
from xun.ray._match import match
from xun.ray._schedule import UnitError
from xun.ray._solve import solve

__all__ = ["UnitError", "data", "datagen", "grade", "grade_class", "lab", "match", "solve"]
