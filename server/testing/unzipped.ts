/** A zip reader for tests, written from the format's description and independent of our writer. */
export interface Listed {
  readonly name: string
  readonly size: number
  readonly crc32: number
  readonly offset: number
  readonly utf8: boolean
  readonly seconds: number
}

export interface ZipBytes {
  readonly size: number
  slice(start: number, end: number): Promise<Buffer>
}

export function fromBuffer(bytes: Buffer): ZipBytes {
  return { size: bytes.length, slice: async (start, end) => bytes.subarray(start, end) }
}

/** Returns the entries of the central directory. */
export async function listZip(zip: ZipBytes): Promise<Listed[]> {
  const end = await zip.slice(zip.size - 22, zip.size)
  if (end.readUInt32LE(0) !== 0x06054b50) throw new Error('No end record')
  let [count, size, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (count === 0xffff || size === 0xffffffff || at === 0xffffffff) {
    const locator = await zip.slice(zip.size - 42, zip.size - 22)
    if (locator.readUInt32LE(0) !== 0x07064b50) throw new Error('No ZIP64 locator')
    const recordAt = Number(locator.readBigUInt64LE(8))
    const record = await zip.slice(recordAt, recordAt + 56)
    if (record.readUInt32LE(0) !== 0x06064b50) throw new Error('No ZIP64 end record')
    count = Number(record.readBigUInt64LE(32))
    size = Number(record.readBigUInt64LE(40))
    at = Number(record.readBigUInt64LE(48))
  }
  const central = await zip.slice(at, at + size)
  const found: Listed[] = []
  let next = 0
  for (let n = 0; n < count; n++) {
    if (central.readUInt32LE(next) !== 0x02014b50) throw new Error(`No header for entry ${n}`)
    const [nameSize, extraSize] = [central.readUInt16LE(next + 28), central.readUInt16LE(next + 30)]
    const extra = central.subarray(next + 46 + nameSize, next + 46 + nameSize + extraSize)
    const values = extraField(extra, 0x0001)
    const take = (value: number) => (value === 0xffffffff ? Number(values.shift()) : value)
    const long = take(central.readUInt32LE(next + 24))
    if (take(central.readUInt32LE(next + 20)) !== long) throw new Error('Stored sizes differ')
    found.push({
      name: central.toString('utf8', next + 46, next + 46 + nameSize),
      size: long,
      crc32: central.readUInt32LE(next + 16),
      offset: take(central.readUInt32LE(next + 42)),
      utf8: (central.readUInt16LE(next + 8) & 0x0800) !== 0,
      seconds: timeIn(extra),
    })
    next += 46 + nameSize + extraSize + central.readUInt16LE(next + 32)
  }
  if (next !== size) throw new Error('The directory is longer than its entries')
  return found
}

/** Returns the offset of an entry's bytes, after its own header, which must have the same name. */
export async function dataStart(zip: ZipBytes, entry: Listed): Promise<number> {
  const head = await zip.slice(entry.offset, entry.offset + 30)
  if (head.readUInt32LE(0) !== 0x04034b50) throw new Error('No local header')
  const [nameSize, extraSize] = [head.readUInt16LE(26), head.readUInt16LE(28)]
  const name = await zip.slice(entry.offset + 30, entry.offset + 30 + nameSize)
  if (name.toString() !== entry.name) throw new Error('The local header names another file')
  return entry.offset + 30 + nameSize + extraSize
}

function extraField(extra: Buffer, wanted: number): bigint[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const size = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) !== wanted) continue
    return Array.from({ length: size / 8 }, (_, n) => extra.readBigUInt64LE(at + 4 + n * 8))
  }
  return []
}

function timeIn(extra: Buffer): number {
  const at = extra.indexOf(Buffer.from([0x55, 0x54, 5, 0, 1]))
  return at < 0 ? 0 : extra.readUInt32LE(at + 5)
}
