"""A host in Python: writes the numbers of structs by generated dtypes or classes, or reads them."""

import ctypes
import importlib.util
import json
import struct
import sys


def load(path):
    spec = importlib.util.spec_from_file_location("generated", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Numpy:
    def make(self, ty, count):
        import numpy

        return numpy.zeros(count, ty)

    def of(self, data, ty, count):
        import numpy

        return numpy.frombuffer(data, ty, count)

    def fields(self, value):
        dtype = getattr(value, "dtype", None)
        return dtype.names if dtype is not None and getattr(value, "shape", ()) == () else None

    def get(self, value, key):
        return value[key]

    def put(self, value, key, number):
        value[key] = number

    def bits(self, module, value, name):
        for known in dir(module):
            bits = getattr(module, known + "_BITS", {})
            if name in bits and getattr(module, known) == value.dtype:
                return bits[name]

    def put_bits(self, module, value, name, number):
        word, offset, width = self.bits(module, value, name)
        mask = (1 << width) - 1
        bits = int(value[word]) & ~(mask << offset) & 0xFFFFFFFF | (number & mask) << offset
        value[word] = struct.unpack("<i" if value[word].dtype.kind == "i" else "<I", struct.pack("<I", bits))[0]

    def get_bits(self, module, value, name):
        word, offset, width = self.bits(module, value, name)
        bits = int(value[word]) >> offset & (1 << width) - 1
        return bits - (1 << width) if value[word].dtype.kind == "i" and bits >> width - 1 else bits


class Ctypes:
    def make(self, ty, count):
        return (ty * count)()

    def of(self, data, ty, count):
        return (ty * count).from_buffer_copy(data)

    def fields(self, value):
        if isinstance(value, ctypes.Structure):
            views = [name for name, one in vars(type(value)).items() if isinstance(one, property)]
            return tuple(name for name, _ in value._fields_) + tuple(views)

    def get(self, value, key):
        return getattr(value, key) if isinstance(key, str) else value[key]

    def put(self, value, key, number):
        if isinstance(key, str):
            setattr(value, key, number)
        else:
            value[key] = number

    def put_bits(self, module, value, name, number):
        setattr(value, name, number)

    def get_bits(self, module, value, name):
        return getattr(value, name)


def place(host, value, steps):
    """What holds a number, and its key there."""
    key, steps = None, [tuple(step) if isinstance(step, list) else step for step in steps]

    def inner():
        found = value if key is None else host.get(value, key)
        while (host.fields(found) or ("",))[0] == "value":
            found = host.get(found, "value")
        return found

    while steps:
        step = steps.pop(0)
        value = inner()
        if isinstance(step, tuple):
            key = step[0]
            continue
        fields = host.fields(value)
        while step not in fields:
            at, count = steps.pop(0)
            if at + 1 == count:
                step += "_tail"
            else:
                step += "_head"
                steps.insert(0, (at, count))
        key = step
    last = host.get(value, key)
    if (host.fields(last) or ("",))[0] == "value" or isinstance(last, ctypes._SimpleCData):
        while (host.fields(host.get(value, key)) or ("",))[0] == "value" or isinstance(
            host.get(value, key), ctypes._SimpleCData
        ):
            value, key = host.get(value, key), "value"
    return value, key


def main():
    kind, mode, listed = sys.argv[1:]
    host = Numpy() if kind == "numpy" else Ctypes()
    for block in json.load(open(listed)):
        module = load(block["module"])
        ty, count = getattr(module, block["type"]), block["count"]
        is_written = mode == "write"
        if is_written:
            values = host.make(ty, count)
        elif block["is_read"]:
            size = ty.itemsize if kind == "numpy" else ctypes.sizeof(ty)
            values = host.of(sys.stdin.buffer.read(size * count), ty, count)
        else:
            continue
        for steps, bits_name, letter, bits in block["numbers"]:
            letter = "H" if letter == "e" and kind == "ctypes" else letter
            size = struct.calcsize("<" + letter)
            number = struct.unpack("<" + letter, bits.to_bytes(size, "little"))[0]
            value = values[count - 1]
            if bits_name is not None:
                if steps:
                    value = host.get(*place(host, value, steps))
                while host.fields(value)[0] == "value":
                    value = host.get(value, "value")
                if is_written:
                    host.put_bits(module, value, bits_name, number)
                    continue
                number = host.get_bits(module, value, bits_name)
            else:
                holder, key = place(host, value, steps)
                if is_written:
                    host.put(holder, key, number)
                    continue
                number = host.get(holder, key)
            data = struct.pack("<" + letter, number.item() if hasattr(number, "item") else number)
            sys.stdout.buffer.write(data.ljust(8, b"\0"))
        if is_written:
            data = values.tobytes() if kind == "numpy" else bytes(values)
            sys.stdout.buffer.write(struct.pack("<I", len(data)) + data)


main()
