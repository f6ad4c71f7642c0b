"""OpenStack Swift with its S3 API, whole in one process and in memory: for the tests of the file store in a bucket.

Prints its address once it can be asked. Key 'test:tester', secret 'testing'. Needs Debian's package 'python3-swift'.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import spawn, wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

# What a file in /etc/swift would say.
utils.HASH_PATH_PREFIX = b""
utils.HASH_PATH_SUFFIX = b"test"
utils.validate_hash_conf = lambda: None

DEFAULT = """[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
"""

PROXY = """[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

STORES = {"account": "account", "container": "container", "object": "mem_object"}


class Cache:
    """What memcached would be: Swift demands one."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def incr(self, key, delta=1, **_):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]

    def decr(self, key, delta=1, **_):
        return self.incr(key, -delta)

    def delete(self, key, **_):
        self.values.pop(key, None)

    def get_multi(self, keys, *_):
        return [self.values.get(key) for key in keys]

    def set_multi(self, mapping, *_, **__):
        self.values.update(mapping)


class Quiet:
    def write(self, *_):
        pass


def main(folder):
    os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
    sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in [*STORES, "proxy"]}
    for name in STORES:
        ring = RingBuilder(1, 1, 0)
        place = {"ip": "127.0.0.1", "port": sockets[name].getsockname()[1], "device": "disk"}
        ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, **place})
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))
    cache = Cache()
    for name, socket in sockets.items():
        path = os.path.join(folder, f"{name}.conf")
        app = PROXY if name == "proxy" else f"[app:main]\nuse = egg:swift#{STORES[name]}\n"
        with open(path, "w") as file:
            file.write(DEFAULT.format(folder=folder) + app)
        loaded = loadapp(path)

        def answer(environment, start, loaded=loaded):
            environment["swift.cache"] = cache
            return loaded(environment, start)

        serving = spawn(wsgi.server, socket, answer, Quiet(), protocol=SwiftHttpProtocol)
    print(f"http://127.0.0.1:{sockets['proxy'].getsockname()[1]}", flush=True)
    serving.wait()


main(sys.argv[1])
