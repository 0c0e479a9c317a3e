# Made by `hlsl2spirv reflect --format ctypes`.
import ctypes
import enum

def _bits(word, offset, width, signed):
    mask, sign = (1 << width) - 1, (1 << width - 1) if signed else 0

    def get(self):
        return ((getattr(self, word) >> offset & mask) ^ sign) - sign

    def put(self, value):
        setattr(self, word, getattr(self, word) & ~(mask << offset) | (value & mask) << offset)

    return property(get, put)

# What a light does to a surface.
class Mode(enum.IntEnum):
    Lit = 0
    Shadowed = 4

class Light_others_head_element(ctypes.Structure):
    _fields_ = [
        ('value', ctypes.c_int32),
        ('pad0', ctypes.c_uint8 * 12),
    ]
assert ctypes.sizeof(Light_others_head_element) == 16

# A light,
# and its flags.
class Light(ctypes.Structure):
    _fields_ = [
        ('place', ctypes.c_float * 3),
        ('mode', ctypes.c_int32),
        ('layer_bits', ctypes.c_uint32),
        ('bias_bits', ctypes.c_int32),
        ('count_bits', ctypes.c_uint32),
        ('pad0', ctypes.c_uint8 * 4),
        ('others_head', Light_others_head_element * 1),
        ('others_tail', ctypes.c_int32),
        ('on', ctypes.c_uint32),
    ]
assert ctypes.sizeof(Light) == 56
Light.layer = _bits('layer_bits', 0, 5, False)
Light.bias = _bits('bias_bits', 0, 4, True)
Light.count = _bits('count_bits', 0, 20, False)
assert Light.place.offset == 0
assert Light.mode.offset == 12
assert Light.layer_bits.offset == 16
assert Light.bias_bits.offset == 20
assert Light.count_bits.offset == 24
assert Light.pad0.offset == 28
assert Light.others_head.offset == 32
assert Light.others_tail.offset == 48
assert Light.on.offset == 52

class Scene_corners_head_element(ctypes.Structure):
    _fields_ = [
        ('value', ctypes.c_float * 3),
        ('pad0', ctypes.c_uint8 * 4),
    ]
assert ctypes.sizeof(Scene_corners_head_element) == 16

class Scene_turn_head_element(ctypes.Structure):
    _fields_ = [
        ('value', ctypes.c_float * 3),
        ('pad0', ctypes.c_uint8 * 4),
    ]
assert ctypes.sizeof(Scene_turn_head_element) == 16

class Scene(ctypes.Structure):
    _fields_ = [
        ('corners_head', Scene_corners_head_element * 1),
        ('corners_tail', ctypes.c_float * 3),
        ('exposure', ctypes.c_float),
        ('light', Light),
        ('pad0', ctypes.c_uint8 * 8),
        ('turn_head', Scene_turn_head_element * 1),
        ('turn_tail', ctypes.c_float * 3),
        ('last', ctypes.c_float),
    ]
assert ctypes.sizeof(Scene) == 128
assert Scene.corners_head.offset == 0
assert Scene.corners_tail.offset == 16
assert Scene.exposure.offset == 28
assert Scene.light.offset == 32
assert Scene.pad0.offset == 88
assert Scene.turn_head.offset == 96
assert Scene.turn_tail.offset == 112
assert Scene.last.offset == 124

# A light,
# and its flags.
class Light_2(ctypes.Structure):
    _fields_ = [
        ('place', ctypes.c_float * 3),
        ('mode', ctypes.c_int32),
        ('layer_bits', ctypes.c_uint32),
        ('bias_bits', ctypes.c_int32),
        ('count_bits', ctypes.c_uint32),
        ('others', ctypes.c_int32 * 2),
        ('on', ctypes.c_uint32),
    ]
assert ctypes.sizeof(Light_2) == 40
Light_2.layer = _bits('layer_bits', 0, 5, False)
Light_2.bias = _bits('bias_bits', 0, 4, True)
Light_2.count = _bits('count_bits', 0, 20, False)
assert Light_2.place.offset == 0
assert Light_2.mode.offset == 12
assert Light_2.layer_bits.offset == 16
assert Light_2.bias_bits.offset == 20
assert Light_2.count_bits.offset == 24
assert Light_2.others.offset == 28
assert Light_2.on.offset == 36

RWStructuredBuffer_Light_item = Light_2

RWStructuredBuffer_float_item = ctypes.c_float

# Sets and bindings by name.
BINDINGS = {
    'Scene': (0, 0),
    'lights': (0, 1),
    'sum': (0, 2),
}
