"""Which device each agent of a trace is and what it is called, as the help topic `tables` says it, from rocpd_info_agent's plain columns."""
import json
import os


def told_by(a):
    """What identifies a device on its host."""
    try:
        said = json.loads(a['extdata'] or '{}')
    except ValueError:
        said = {}
    domain, location = said.get('domain'), said.get('location_id')
    if isinstance(domain, int) and isinstance(location, int) and domain >= 0 and location > 0:
        return domain, location >> 8 & 0xff, location >> 3 & 0x1f, location & 7, location >> 28 & 0xf
    return None


def address_text(at):
    domain, bus, device, function, partition = at
    return f'{domain:04x}:{bus:02x}:{device:02x}.{function}' + (f' partition {partition}' if partition else '')


def agents_of(db, path=''):
    """{(guid, id): (device, name, pci_address)}"""
    cursor = db.execute('SELECT *, source, host FROM rocpd_info_agent(?)', (path,))
    names = [d[0] for d in cursor.description]
    rows = [dict(zip(names, r)) for r in cursor]
    devices = {}
    for a in rows:
        at = told_by(a)
        machine = ('host', a['host']) if a['host'] is not None else ('file', a['source'])
        place = next((i for i in (a['absolute_index'], a['type_index'], a['id']) if i is not None))
        if at: key = machine, a['type'], 'at', at
        elif a['host'] is not None: key = machine, a['type'], 'node', place
        else: key = machine, a['type'], 'own', (a['pid'], place)
        devices.setdefault((*key, 0), []).append(a)
    # agents of one process are different devices
    for further in ('node', 'id'):
        for key in list(devices):
            own = devices[key]
            if len({(a['source'], a['guid']) for a in own}) == len(own): continue
            del devices[key]
            for a in own:
                if further == 'id': new = *key[:4], 1 + a['id']
                elif key[2] == 'at': new = *key[:2], 'part', (key[3], a['absolute_index']), 0
                else: new = key
                devices.setdefault(new, []).append(a)
    last = 1 << 62
    node = lambda d: min([a['absolute_index'] for a in d if a['absolute_index'] is not None], default=last)
    own = lambda d: min([a['type_index'] for a in d if a['type_index'] is not None and a['type_index'] >= 0], default=None)
    machines = {k[0] for k in devices}
    files = [m[1] for m in machines if m[0] == 'file']
    namesakes = len({os.path.basename(f) for f in files}) < len(files)
    out = {}
    for machine in machines:
        for kind in {k[1] for k in devices if k[0] == machine}:
            mine = {k: d for k, d in devices.items() if k[:2] == (machine, kind)}
            addressed = sorted((k for k in mine if k[2] in ('at', 'part')), key=lambda k: (node(mine[k]), (k[3], -1) if k[2] == 'at' else k[3], k[4]))
            others = sorted((k for k in mine if k not in addressed), key=lambda k: (node(mine[k]), k[3] if isinstance(k[3], tuple) else (k[3],), k[4]))
            number = {k: i for i, k in enumerate(addressed)}
            for k in others:
                if own(mine[k]) is not None and own(mine[k]) not in number.values(): number[k] = own(mine[k])
            for k in others:
                if k not in number: number[k] = min(set(range(len(mine) + 1)) - set(number.values()))
            where = machine[1] if machine[0] == 'host' or namesakes else os.path.basename(machine[1])
            for k, d in mine.items():
                name = f'{kind or "agent"} {number[k]}'
                address = address_text(k[3]) if k[2] == 'at' else f'{address_text(k[3][0])} node {k[3][1]}' if k[2] == 'part' else None
                if address: device = f'{machine[1]} {address}'
                elif k[2] == 'node': device = f'{machine[1]} {kind} node {k[3]}'
                else: device = f'{machine[1]}{" process %d" % k[3][0] if (k[3][0] or 0) > 0 else ""} {kind or "agent"} {k[3][1]}'
                if k[4]: device += f' agent {k[4] - 1}'
                for a in d: out[a['guid'], a['id']] = device, f'{where} {name}' if len(machines) > 1 else name, address
    return out
