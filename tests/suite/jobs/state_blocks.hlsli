SamplerState nearest { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; };
