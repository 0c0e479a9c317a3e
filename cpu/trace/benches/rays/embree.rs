//! Embree 3 (Debian's `libembree3-3`), loaded where it is installed, for the same rays.

use hlsl2spirv_trace::{Ray, Triangles};
use libloading::Library;
use std::ffi::{CStr, c_void};
use std::ptr;

/// A ray and its hit, as `RTCRayHit`.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct RayHit {
    origin: [f32; 3],
    t_min: f32,
    direction: [f32; 3],
    time: f32,
    t_max: f32,
    mask: u32,
    id: u32,
    flags: u32,
    normal: [f32; 3],
    barycentrics: [f32; 2],
    primitive: u32,
    geometry: u32,
    instance: u32,
}

/// The context of a ray, as `RTCIntersectContext`.
#[repr(C)]
struct Context {
    flags: u32,
    filter: *const c_void,
    instance: u32,
}

type Handle = *mut c_void;
/// `RTC_INVALID_GEOMETRY_ID`.
const INVALID: u32 = u32::MAX;
const ROBUST: i32 = 1 << 2;
const TYPE_TRIANGLE: i32 = 0;
const INDEX_BUFFER: i32 = 0;
const VERTEX_BUFFER: i32 = 1;
const FORMAT_UINT3: i32 = 0x5003;
const FORMAT_FLOAT3: i32 = 0x9003;

/// The library, with a device of one thread.
pub(crate) struct Embree {
    library: Library,
    device: Handle,
}

/// A scene of it. It is not released.
pub(crate) struct Built(Handle);

impl Embree {
    /// The library, if it is installed.
    pub(crate) fn load() -> Option<Embree> {
        // SAFETY: loading it runs nothing that this program relies on.
        let library = unsafe { Library::new("libembree3.so.3") }.ok()?;
        const ONE_THREAD: &CStr = c"threads=1,set_affinity=0";
        // SAFETY: it has this type in every version 3.
        let device = unsafe {
            let new = library.get::<unsafe extern "C" fn(*const i8) -> Handle>(b"rtcNewDevice\0").ok()?;
            new(ONE_THREAD.as_ptr().cast())
        };
        (!device.is_null()).then_some(Embree { library, device })
    }

    /// A function of the library.
    ///
    /// # Safety
    /// It must have this type.
    unsafe fn get<T: Copy>(&self, name: &str) -> T {
        // SAFETY: the caller vouches for it.
        *unsafe { self.library.get::<T>(name) }.unwrap_or_else(|problem| panic!("{name}: {problem}"))
    }

    /// A scene of triangles that waits to be built.
    pub(crate) fn scene(&self, triangles: &Triangles) -> Built {
        type Buffer = unsafe extern "C" fn(Handle, i32, u32, i32, usize, usize) -> *mut c_void;
        // SAFETY: the functions have these types; a buffer has room for as many elements as it is made for.
        unsafe {
            let scene = self.get::<unsafe extern "C" fn(Handle) -> Handle>("rtcNewScene")(self.device);
            self.get::<unsafe extern "C" fn(Handle, i32)>("rtcSetSceneFlags")(scene, ROBUST);
            let new = self.get::<unsafe extern "C" fn(Handle, i32) -> Handle>("rtcNewGeometry");
            let geometry = new(self.device, TYPE_TRIANGLE);
            let buffer = self.get::<Buffer>("rtcSetNewGeometryBuffer");
            let (vertices, indices) = (&triangles.vertices, &triangles.indices);
            let to = buffer(geometry, VERTEX_BUFFER, 0, FORMAT_FLOAT3, 12, vertices.len());
            ptr::copy_nonoverlapping(vertices.as_ptr(), to.cast(), vertices.len());
            let to = buffer(geometry, INDEX_BUFFER, 0, FORMAT_UINT3, 12, indices.len());
            ptr::copy_nonoverlapping(indices.as_ptr(), to.cast(), indices.len());
            self.get::<unsafe extern "C" fn(Handle)>("rtcCommitGeometry")(geometry);
            self.get::<unsafe extern "C" fn(Handle, Handle) -> u32>("rtcAttachGeometry")(scene, geometry);
            Built(scene)
        }
    }

    /// Builds a scene.
    pub(crate) fn build(&self, built: &Built) {
        // SAFETY: it has this type, and the scene is one.
        unsafe { self.get::<unsafe extern "C" fn(Handle)>("rtcCommitScene")(built.0) }
    }

    /// Traces rays one after the other; returns how many hit something.
    pub(crate) fn traced(&self, built: &Built, rays: &[Ray]) -> u32 {
        // SAFETY: it has this type.
        let intersect = unsafe { self.get::<unsafe extern "C" fn(Handle, *mut Context, *mut RayHit)>("rtcIntersect1") };
        let mut hits = 0;
        for ray in rays {
            let mut context = Context { flags: 0, filter: ptr::null(), instance: INVALID };
            let mut hit = RayHit {
                origin: ray.origin,
                t_min: ray.t_min,
                direction: ray.direction,
                time: 0.0,
                t_max: ray.t_max,
                mask: u32::MAX,
                id: 0,
                flags: 0,
                normal: [0.0; 3],
                barycentrics: [0.0; 2],
                primitive: INVALID,
                geometry: INVALID,
                instance: INVALID,
            };
            // SAFETY: the scene is built, and context and ray are alive.
            unsafe { intersect(built.0, &raw mut context, &raw mut hit) };
            hits += u32::from(hit.geometry != INVALID);
        }
        hits
    }
}
