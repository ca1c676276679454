"""Greenlets that are inside functions when another one goes on; a thread that outlives the main thread."""
import threading
import time

import greenlet


def leaf():
    return 1


def here():
    leaf(), there_is.switch()
    leaf(), there_is.switch()


def there():
    leaf(), here_is.switch()
    leaf(), here_is.switch()


def outlives():
    time.sleep(.3)
    for _ in range(10):
        leaf()


for _ in range(100):
    here_is, there_is = greenlet.greenlet(here), greenlet.greenlet(there)
    here_is.switch()
threading.Thread(target=outlives).start()
