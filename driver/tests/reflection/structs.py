# Made by `hlsl2spirv reflect --format python`.
import enum
import numpy

# What a light does to a surface.
class Mode(enum.IntEnum):
    Lit = 0
    Shadowed = 4

# A light,
# and its flags.
Light = numpy.dtype({
    'names': ['place', 'mode', 'layer_bits', 'bias_bits', 'count_bits', 'others_head', 'others_tail', 'on'],
    'formats': [('<f4', (3,)), '<i4', '<u4', '<i4', '<u4', (numpy.dtype({'names': ['value'], 'formats': ['<i4'], 'offsets': [0], 'itemsize': 16}), (1,)), '<i4', '<u4'],
    'offsets': [0, 12, 16, 20, 24, 32, 48, 52],
    'itemsize': 56,
})

# Bit-fields: the field that has them, the lowest bit, the width.
Light_BITS = {
    'layer': ('layer_bits', 0, 5),
    'bias': ('bias_bits', 0, 4),
    'count': ('count_bits', 0, 20),
}

Scene = numpy.dtype({
    'names': ['corners_head', 'corners_tail', 'exposure', 'light', 'turn_head', 'turn_tail', 'last'],
    'formats': [(numpy.dtype({'names': ['value'], 'formats': [('<f4', (3,))], 'offsets': [0], 'itemsize': 16}), (1,)), ('<f4', (3,)), '<f4', Light, (numpy.dtype({'names': ['value'], 'formats': [('<f4', (3,))], 'offsets': [0], 'itemsize': 16}), (1,)), ('<f4', (3,)), '<f4'],
    'offsets': [0, 16, 28, 32, 96, 112, 124],
    'itemsize': 128,
})

# A light,
# and its flags.
Light_2 = numpy.dtype({
    'names': ['place', 'mode', 'layer_bits', 'bias_bits', 'count_bits', 'others', 'on'],
    'formats': [('<f4', (3,)), '<i4', '<u4', '<i4', '<u4', ('<i4', (2,)), '<u4'],
    'offsets': [0, 12, 16, 20, 24, 28, 36],
    'itemsize': 40,
})

# Bit-fields: the field that has them, the lowest bit, the width.
Light_2_BITS = {
    'layer': ('layer_bits', 0, 5),
    'bias': ('bias_bits', 0, 4),
    'count': ('count_bits', 0, 20),
}

RWStructuredBuffer_Light_item = numpy.dtype(Light_2)

RWStructuredBuffer_float_item = numpy.dtype('<f4')

# Sets and bindings by name.
BINDINGS = {
    'Scene': (0, 0),
    'lights': (0, 1),
    'sum': (0, 2),
}
