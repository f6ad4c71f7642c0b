/**
 * Child process of the crash test: stores files endlessly, four at a time, and prints each key once it is
 * acknowledged. Each file ends with the SHA-256 of its content, so that a partial file is detected.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { openDiskStore } from '../disk.ts'

const store = openDiskStore(process.argv[2] ?? '')

async function writeForever(): Promise<never> {
  for (;;) {
    const body = randomBytes(randomInt(1, 400_000))
    const whole = Buffer.concat([body, createHash('sha256').update(body).digest()])
    const pieces = [whole.subarray(0, whole.length >> 1), whole.subarray(whole.length >> 1)]
    const kept = await store.commit(await store.receive(Readable.from(pieces), whole.length))
    writeSync(1, `${kept.key} ${kept.sha256}\n`)
  }
}

await Promise.all([writeForever(), writeForever(), writeForever(), writeForever()])
