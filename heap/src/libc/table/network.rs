//! Sockets and names of the network.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::unnamed(&["htons", "ntohs", "htonl", "ntohl"]).c_code().keeps_errno(),
    F::unnamed(&["socketpair"]).derived().does(&[Writes(3), Returns(-1, 0)])
        .needs(&[Writable(3, Bytes(8))]),
    F::unnamed(&["bind", "connect"]).does(&[Output, Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Readable(1, Arg(2))]),
    F::unnamed(&["setsockopt"]).described().does(&[Output, Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Readable(3, Arg(4))]),
    F::unnamed(&["send"]).c_code().does(&[Output]).needs(&[OpenDescriptor(0), Readable(1, Arg(2))]),
    F::unnamed(&["recv"]).c_code().does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Writable(1, Arg(2))]),
    F::unnamed(&["sendto", "sendmsg", "sendmmsg"]).does(&[Output, WritesAny])
        .needs(&[OpenDescriptor(0), Optional(4)]),
    F::unnamed(&["recvfrom", "recvmsg", "recvmmsg"]).does(&[Input, WritesAny])
        .needs(&[OpenDescriptor(0), Optional(4), Optional(5)]),
    F::unnamed(&["accept", "accept4"]).does(&[Input, WritesAny])
        .needs(&[OpenDescriptor(0), Optional(1), Optional(2)]),
    F::unnamed(&["getpeername", "getsockname", "getsockopt"]).does(&[Input, WritesAny])
        .needs(&[OpenDescriptor(0)]),
    F::unnamed(&["poll", "ppoll", "select", "pselect"]).does(&[Input, WritesAny])
        .needs(&[Optional(1), Optional(2), Optional(3), Optional(4), Optional(5)]),
    F::unnamed(&["epoll_wait", "epoll_pwait", "epoll_pwait2"]).does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Optional(3), Optional(4)]),
    F::unnamed(&["epoll_ctl"]).does(&[Output]).needs(&[OpenDescriptor(0), Optional(3)]),
    F::unnamed(&["eventfd_read"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Writable(1, Bytes(8))]),
    F::unnamed(&["eventfd_write"]).described().does(&[Output, Returns(-1, 0)]).needs(&[OpenDescriptor(0)]),

    // Addresses as text.
    F::unnamed(&["inet_addr", "ether_aton"]),
    F::unnamed(&["inet_aton"]).does(&[Writes(1)]).needs(&[Terminated(0), Writable(1, Bytes(4))]),
    F::unnamed(&["inet_pton"]).does(&[Writes(2)]).needs(&[Terminated(1)]),
    F::unnamed(&["inet_ntop"]).does(&[Writes(2)]).needs(&[Writable(2, Arg(3))]),
    F::unnamed(&["inet_ntoa", "ether_ntoa"]).does(&[ReturnsStatic]),
    F::unnamed(&["inet_ntoa_r", "ether_ntoa_r", "ether_aton_r"]).does(&[WritesAny]),
    F::unnamed(&["inet_lnaof", "inet_makeaddr", "inet_netof", "inet_network"]),

    // Names.
    F::unnamed(&["if_nametoindex"]).described().does(&[Input, Returns(0, i32::MAX as i128)])
        .needs(&[Terminated(0)]),
    F::unnamed(&["if_indextoname"]).does(&[Input, Writes(1)]).needs(&[Writable(1, Bytes(16))]),
    F::unnamed(&["if_nameindex"]).does(&[Input, Allocates]),
    F::unnamed(&["if_freenameindex", "freeifaddrs", "freeaddrinfo"]).does(&[WritesAny]),
    F::unnamed(&["getifaddrs"]).does(&[Input, Allocates, Writes(0)]).needs(&[Writable(0, Pointer)]),
    F::unnamed(&["getaddrinfo"]).does(&[Input, Allocates, Writes(3)])
        .needs(&[Optional(0), Optional(1), Optional(2), Writable(3, Pointer)]),
    F::unnamed(&["getnameinfo"]).does(&[Input, WritesAny])
        .needs(&[WritableOrNull(2, Arg(3)), WritableOrNull(4, Arg(5))]),
    F::unnamed(&["gai_strerror", "hstrerror"]).does(&[ReturnsStatic]),
    F::unnamed(&["herror"]).does(&[Output]).needs(&[Optional(0)]),
    F::unnamed(&["gethostbyname", "gethostbyname2", "gethostbyaddr", "gethostent", "getnetbyname",
        "getnetbyaddr", "getnetent", "getservbyname", "getservbyport", "getservent", "getprotobyname",
        "getprotobynumber", "getprotoent"]).does(&[Input, ReturnsStatic]).needs(&[Optional(1)]),
    F::unnamed(&["gethostbyname_r", "gethostbyname2_r", "gethostbyaddr_r", "gethostent_r", "getnetbyname_r",
        "getnetbyaddr_r", "getnetent_r", "getservbyname_r", "getservbyport_r", "getservent_r",
        "getprotobyname_r", "getprotobynumber_r", "getprotoent_r"]).does(&[Input, WritesAny]),
    F::unnamed(&["sethostent", "endhostent", "setnetent", "endnetent", "setservent", "endservent",
        "setprotoent", "endprotoent"]).described(),
];
