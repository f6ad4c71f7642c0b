import { clockIn } from '#survey/time-zone.ts'

/** An entry with its offset in the zip. */
export interface Headed {
  readonly name: string
  readonly offset: number
  readonly size: number
  readonly crc32: number
  readonly modified: Date
  /** The entry's time is written in this zone; null is UTC. */
  readonly timeZone: string | null
}

/** Larger values are written as all ones, with the real value in the ZIP64 extra field. */
const most32 = 0xffff_ffff
const most16 = 0xffff
const utf8Names = 0x0800
const plainVersion = 20
const zip64Version = 45

/** Returns whether a name stays inside the folder it is unpacked in and means the same on every system. */
export function safeName(name: string): boolean {
  const parts = name.split('/')
  const controls = [...name].some((one) => one < ' ' || one === '\x7f')
  return (
    !controls &&
    !/[\\:]/.test(name) &&
    Buffer.byteLength(name) <= most16 &&
    parts.every((one) => !['', '.', '..'].includes(one))
  )
}

export function localHeaderSize({ name, size }: Pick<Headed, 'name' | 'size'>): number {
  return 30 + Buffer.byteLength(name) + (size >= most32 ? 20 : 0) + 9
}

export function localHeader(entry: Headed): Buffer {
  const long = entry.size >= most32
  const name = Buffer.from(entry.name)
  const extra = Buffer.concat([
    long ? zip64Extra([entry.size, entry.size]) : Buffer.alloc(0),
    timeExtra(entry),
  ])
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(long ? zip64Version : plainVersion, 4)
  writeCommon(head, 6, entry, long)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

export function centralHeaderSize({ name, size, offset }: Pick<Headed, 'name' | 'size' | 'offset'>): number {
  const values = (size >= most32 ? 2 : 0) + (offset >= most32 ? 1 : 0)
  return 46 + Buffer.byteLength(name) + (values > 0 ? 4 + values * 8 : 0) + 9
}

export function centralHeader(entry: Headed): Buffer {
  const name = Buffer.from(entry.name)
  const long = entry.size >= most32
  const far = entry.offset >= most32
  const values = [...(long ? [entry.size, entry.size] : []), ...(far ? [entry.offset] : [])]
  const extra = Buffer.concat([values.length > 0 ? zip64Extra(values) : Buffer.alloc(0), timeExtra(entry)])
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE((3 << 8) | zip64Version, 4)
  head.writeUInt16LE(values.length > 0 ? zip64Version : plainVersion, 6)
  writeCommon(head, 8, entry, long)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  head.writeUInt32LE(far ? most32 : entry.offset, 42)
  return Buffer.concat([head, name, extra])
}

/**
 * Writes the fields that both headers have in the same order: flags, method (stored), time, CRC-32 and both
 * sizes.
 */
function writeCommon(head: Buffer, at: number, entry: Headed, long: boolean): void {
  head.writeUInt16LE(utf8Names, at)
  head.writeUInt16LE(0, at + 2)
  head.writeUInt32LE(dosTime(entry.modified, entry.timeZone), at + 4)
  head.writeUInt32LE(entry.crc32, at + 8)
  head.writeUInt32LE(long ? most32 : entry.size, at + 12)
  head.writeUInt32LE(long ? most32 : entry.size, at + 16)
}

/** Returns the end of the zip, with ZIP64 records where a number is too large. */
export function endRecords(count: number, centralAt: number, centralSize: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(centralSize, most32), 12)
  end.writeUInt32LE(Math.min(centralAt, most32), 16)
  const long = count >= most16 || centralSize >= most32 || centralAt >= most32
  return long ? Buffer.concat([longEnd(count, centralAt, centralSize), end]) : end
}

function longEnd(count: number, centralAt: number, centralSize: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE((3 << 8) | zip64Version, 12)
  record.writeUInt16LE(zip64Version, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(centralSize), 40)
  record.writeBigUInt64LE(BigInt(centralAt), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(centralAt + centralSize), 64)
  record.writeUInt32LE(1, 72)
  return record
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  for (const [n, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + n * 8)
  return extra
}

/** Returns the extra field with the time in seconds since 1970; the DOS time has no zone. */
function timeExtra({ modified }: Headed): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeUInt32LE(Math.min(most32, Math.max(0, Math.floor(modified.getTime() / 1000))), 5)
  return extra
}

/**
 * Returns the DOS time in the survey's zone, which most programs show. The zip has the same bytes on every
 * server. DOS time starts in 1980 and has two-second steps.
 */
function dosTime(moment: Date, timeZone: string | null): number {
  const [whole = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = clockIn(moment, timeZone)
  const year = Math.min(127, whole - 1980)
  if (!(year >= 0)) return (1 << 21) | (1 << 16)
  const date = (year << 9) | (month << 5) | day
  const time = (hour << 11) | (minute << 5) | (second >> 1)
  return ((date << 16) | time) >>> 0
}
