#!/bin/sh
# Runs the walk in a Debian. Its processes and mounts end with it, and nothing of them is seen outside.
#   unshare --mount sh enter.sh <folder>
set -eu
debian=$1
touch "$debian/walk/network"
mount --bind /proc/self/ns/net "$debian/walk/network"
mount --rbind /dev "$debian/dev"
mount -t tmpfs tmpfs "$debian/run"
mount --rbind /sys "$debian/sys"
exec unshare --net --pid --fork --kill-child sh -c '
	mount -t proc proc "$1/proc"
	ip link set lo up
	# As the capabilities of units allow it.
	echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
	exec chroot "$1" /bin/bash /walk/walk.sh
' enter "$debian"
