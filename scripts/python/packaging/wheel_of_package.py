"""Builds the wheel of rocpdsys for pip (PEP 517). Needs only Python itself, so pip needs no network."""
import base64
import hashlib
import os
import re
import zipfile

NAME = 'rocpdsys'


def version():
    with open('pyproject.toml', encoding='utf-8') as file:
        return re.search(r'^version = "(.*)"', file.read(), re.M).group(1)


def sources():
    for folder, folders, files in os.walk(NAME):
        folders.sort()
        for name in sorted(files):
            if name.endswith('.py'):
                yield os.path.join(folder, name)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    number = version()
    info = '%s-%s.dist-info' % (NAME, number)
    parts = {}
    for path in sources():
        with open(path, encoding='utf-8') as file:
            parts[path.replace(os.sep, '/')] = file.read().replace('@VERSION@', number)
    parts[info + '/METADATA'] = 'Metadata-Version: 2.1\nName: %s\nVersion: %s\nRequires-Python: >=3.8\n' % (NAME, number)
    parts[info + '/WHEEL'] = 'Wheel-Version: 1.0\nGenerator: rocpdsys\nRoot-Is-Purelib: true\nTag: py3-none-any\n'
    record = ''
    wheel = '%s-%s-py3-none-any.whl' % (NAME, number)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), 'w', zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            data = text.encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
            record += '%s,sha256=%s,%d\n' % (path, digest, len(data))
            archive.writestr(zipfile.ZipInfo(path), data)
        archive.writestr(zipfile.ZipInfo(info + '/RECORD'), record + info + '/RECORD,,\n')
    return wheel
