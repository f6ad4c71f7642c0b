import { Refused } from './refused.ts'

/** As far as browsers look when they guess what a file is. */
const guessedFrom = 1445
const pages = /<!doctype html|<html|<head|<body|<script|<iframe|<svg|<\?php|%pdf-/i
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')

/**
 * Refuses a picture that opens as something else too. What phones append (motion pictures, depth maps)
 * is no reason: only what a browser would take for a page, or an archive tool for a zip.
 */
export function refuseDisguise(file: Buffer): void {
  if (pages.test(file.toString('latin1', 0, guessedFrom))) {
    throw new Refused('disguised', 'The file begins as a picture and goes on as a page')
  }
  const tail = file.subarray(Math.max(0, file.length - 65_557))
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(zipEnd, at - 1)) {
    const whole = at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length
    if (whole) throw new Refused('disguised', 'The file ends as a zip')
  }
}
