#!/usr/bin/python3
"""make-rings.py FOLDER IP[:ACCOUNT:CONTAINER:OBJECT]…: makes rings that store a copy of each photo on each machine.

Replaces nine commands of `swift-ring-builder`, which adds machines later. The default ports are 6202, 6201 and 6200;
the disk of each machine is /srv/node/photos.
"""
import os
import sys

from swift.common.ring import RingBuilder

KINDS = ("account", "container", "object")
PORTS = ("6202", "6201", "6200")
PART_POWER = 10  # 1,024 partitions: enough for ten disks; cannot be changed later
MIN_PART_HOURS = 1


def main(folder, machines):
    for number, kind in enumerate(KINDS):
        path = os.path.join(folder, kind)
        if os.path.exists(path + ".builder"):
            sys.exit(path + ".builder is there already: swift-ring-builder changes it")
        ring = RingBuilder(PART_POWER, len(machines), MIN_PART_HOURS)
        for zone, machine in enumerate(machines, 1):
            ip, *ports = machine.split(":")
            port = int((ports or PORTS)[number])
            ring.add_dev({"region": 1, "zone": zone, "ip": ip, "port": port, "replication_ip": ip,
                          "replication_port": port, "device": "photos", "weight": 1.0, "meta": ""})
        ring.rebalance()
        ring.save(path + ".builder")
        ring.get_ring().save(path + ".ring.gz")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2:])
