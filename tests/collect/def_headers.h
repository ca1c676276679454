/* Checks in C++ what the tags of a .def file claim of types in the API's header. C++ can name a function by a list of types, so
** the compiler compares it with the header's function, argument by argument. */
#include <cstddef>
#include <type_traits>

#define TAG(Tag, promise) \
  template <class T> struct Tag { \
    static_assert(promise, #Tag ": " #promise); \
    using type = T; \
  }
TAG(Ptr, std::is_pointer<T>::value && !(std::is_same<T, const char *>::value));
TAG(Str, (std::is_same<T, const char *>::value));
TAG(Int, std::is_integral<T>::value &&std::is_signed<T>::value);
TAG(Uint, std::is_integral<T>::value &&std::is_unsigned<T>::value && !(std::is_same<T, bool>::value));
TAG(Bool, (std::is_same<T, bool>::value));
TAG(Enum, std::is_enum<T>::value && sizeof(T) == 4);
TAG(Float, (std::is_same<T, float>::value));
TAG(Struct, std::is_class<T>::value &&std::is_trivially_copyable<T>::value);
/* A pointer, const or not, to something of `bytes` bytes. */
template <class T, std::size_t bytes, bool is_const> struct To {
  using U = typename std::remove_pointer<T>::type;
  static_assert(std::is_pointer<T>::value && sizeof(U) == bytes && std::is_const<U>::value == is_const, "IN, OUT");
  using type = T;
};
TAG(Handle, std::is_class<T>::value && sizeof(T) == 8);

#define PTR(type, name) Ptr<type>
#define STREAM(type, name) Stream<type>
#define STR(type, name) Str<type>
#define INT(type, name) Int<type>
#define UINT(type, name) Uint<type>
#define BOOL(type, name) Bool<bool>
#define FLOAT(type, name) Float<type>
#define DIM3(type, name) Dim3<type>
#define STRUCT(type, name) Struct<type>
#define STRUCT_TAG(type, name) Struct<struct type>
#define BYTES(type, name) Struct<type>
#define IN(type, name, kind, to) To<type, BYTES_##kind(to), true>
#define OUT(type, name, kind, to) To<type, BYTES_##kind(to), false>
#define BYTES_INT(to) sizeof(to)
#define BYTES_UINT(to) sizeof(to)
#define BYTES_BOOL(to) sizeof(bool)
#define BYTES_FLOAT(to) sizeof(float)
#define BYTES_POINTER(to) sizeof(void *)
#define BYTES_STRING(to) sizeof(char)
#define BYTES_ENUM(to) sizeof(int)
#define BYTES_STRUCT(to) sizeof(to)
#define HANDLE(type, name) Handle<type>
#define ENUM(type, name) Enum<type>
#define ENUM_TAG(type, name) Enum<enum type>

/* The function in the header must have exactly this type. */
template <class Returns, class... Arguments> using pointer = Returns (*)(typename Arguments::type...);
#define SAME_FUNCTION(returns, f, ...) extern pointer<RETURNS_##returns, ##__VA_ARGS__> const header_has_##f; \
  pointer<RETURNS_##returns, ##__VA_ARGS__> const header_has_##f = f;

/* The enumeration must have exactly these enumerators, with these values (-Werror=switch). */
#define SAME_ENUM(type, values) inline void enumerators_of(type x) { switch (x) { values } }
#define V(name, value) case name: static_assert(name == value, #name); break;
/* Enumerators of later releases, which these headers do not have. */
#define V_6(name, value)
#define V_7(name, value)
