"""Positions in which nobody wins by force for long: they tell what a search costs that finds nothing.

They are of 15×15 with five in a row, from quick games of the expert against itself with some moves at random,
none of which a strong engine thought to be nearly won.
"""

QUIET_POSITIONS = (
    "d3 g5 d4 f4",
    "h6 j7 f5 i8",
    "e10 e8 e7 f9 d8",
    "n11 m13 l11 m12 m14 k11 l12",
    "f10 e5 f6 e3 e6 d6 f4 f5 d4",
    "n10 n13 m9 l8 m11 m8 n8 l10 n9",
    "g9 e9 g11 f11 e7 f8 g7 g8 f7 h7 e8",
    "l11 j13 k12 n8 j11 k11 l13 i10 l9 l12 k10 i12 i8",
    "f6 h4 g5 i5 g3 g4 f4 h6 e5 d6 d5 f5 h2 i1",
    "c8 c6 c10 i8 h9 g8 h8 h7 f9 g6 j9 g9 g7 e4 f5 e6 f6",
    "j8 i11 k7 i9 i8 h8 j10 j9 k9 i7 k8 k10 l8 m8 j6 i5 j11",
    "i8 e8 f6 e3 e9 f8 d8 e7 d6 c7 d7 d9 e6 g6 f7 d5 f3 f5",
    "k10 l9 j4 i8 j8 j7 k9 i6 k8 k11 i7 l10 h6 g5 i5 g7 k3 l2",
    "m4 k5 m7 i6 h3 n5 j5 k6 j6 k7 k8 m5 m8 k3 k4 l4 n6 l5 o5",
    "e10 g6 g7 k7 e7 j9 e9 e11 f8 h6 h7 f7 e8 e6 c11 d10 d6 g9 c4 c9",
    "c3 d1 e2 e3 d2 f2 c5 c4 e5 d4 d5 f5 f4 g3 b4 a5 e7 d6 e6 e8 h4 g4 g5 f6",
    "d9 e8 h9 f9 d5 c5 d7 d8 c8 e10 e6 b9 g8 f7 f6 e7 d6 e9 e11 g6 c6 b6 c7 d4 e3 e4 f4 e5 f3",
    "g8 h7 e5 e11 h9 h8 f7 e6 g9 g6 j11 i10 j9 i9 i8 "
    "g12 j10 j8 f4 g11 h10 i11 f11 g10 d6 c7 e7 f8 i12 f12 g13",
    "m3 n7 l3 j7 k5 l7 k3 j3 k4 k7 m7 k2 j6 i7 h7 i4 h5 j5 k6 i6 i5 j4 m5 j2 j1 m6 l4 n2 n6 o7 l2",
    "n10 m9 i8 i10 m10 k10 l9 k8 l10 k12 l11 l12 l7 l8 k9 j11 "
    "h9 j9 j8 m14 l13 h11 g12 i7 g10 j7 m11 n12 f11 e12 m12 g7",
)
