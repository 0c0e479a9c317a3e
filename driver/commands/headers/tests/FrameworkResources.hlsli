// What tests for ShaderTestFramework read of its buffers and constants, which --bind gives contents.
#ifndef HLSL2SPIRV_FRAMEWORK_RESOURCES
#define HLSL2SPIRV_FRAMEWORK_RESOURCES

namespace stf
{
    namespace detail
    {
        static const uint3 DispatchDimensions = __hlsl2spirv_dimensions();

        struct DynamicSectionDataInfo { uint address; uint bytes; };
        struct StringMetaData { DynamicSectionDataInfo data; };
        struct SectionInfoMetaData { int SectionId; int StringId; int ParentId; };
        struct HLSLAssertMetaData { uint4 about; uint reader; DynamicSectionDataInfo data; uint padding; };

        template<typename T> struct TestDataSection
        {
            uint count;
            uint data_bytes;
            uint bytes;
            uint Num() { return count; }
            uint SizeInBytesOfData() { return data_bytes; }
            uint SizeInBytesOfSection() { return bytes; }
        };

        const TestDataSection<HLSLAssertMetaData> Asserts;
        RWByteAddressBuffer TestData;
        RWByteAddressBuffer GetTestDataBuffer() { return TestData; }

        // Reports count what is asserted.
        void Success() {}
    }
}

#endif
