#pragma once
static const uint FILL_VALUE = 7;
