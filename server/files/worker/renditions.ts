import { readFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { limits } from '#contract/limits.ts'
import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse, Rendition, Renditions } from '../rendition.ts'
import { bmpPixels, readBmp } from './bmp.ts'
import { type Taken, takenFrom } from './exif.ts'
import { heicExif, heicPixels, readHeic } from './heic.ts'
import { RejectedFile } from './rejected-file.ts'

/** Bytes that browsers examine when they guess a file's type. */
const guessedFrom = 1445
const pages = /<!doctype html|<html|<head|<body|<script|<iframe|<svg|<\?php|%pdf-/i
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')

/**
 * Rejects a picture that also opens as something else: as a page in a browser, or as a zip. Data that phones
 * append (motion pictures, depth maps) is accepted.
 */
function refuseDisguise(file: Buffer): void {
  if (pages.test(file.toString('latin1', 0, guessedFrom))) {
    throw new RejectedFile('disguised', 'The file begins as a picture and goes on as a page')
  }
  const tail = file.subarray(Math.max(0, file.length - 65_557))
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(zipEnd, at - 1)) {
    const whole = at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length
    if (whole) throw new RejectedFile('disguised', 'The file ends as a zip')
  }
}

// Blocks all loaders but four: SVG, PDF, WebP, AVIF and others are never decoded, even with a false type.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff', 'VipsForeignLoadNsgif'],
})
sharp.concurrency(1)
sharp.cache(false)

/** The types that the image library reads by itself, with its names for them. */
const formats: Partial<Record<PhotoType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
}

interface Source extends Taken {
  readonly picture: Sharp
  /** Of the upright picture. */
  readonly width: number
  readonly height: number
}

interface Copy {
  readonly side: number
  readonly quality: number
}

/** Plans keep full color resolution, since chroma subsampling frays thin colored lines. */
const copies: Record<
  PictureUse,
  Record<'view' | 'report' | 'thumb', Copy> & { readonly fullColour: boolean; readonly square?: true }
> = {
  photo: {
    view: { side: 1920, quality: 82 },
    report: { side: 1000, quality: 80 },
    thumb: { side: 320, quality: 72 },
    fullColour: false,
  },
  plan: {
    view: { side: limits.planSide, quality: 90 },
    report: { side: 2000, quality: 88 },
    thumb: { side: 480, quality: 80 },
    fullColour: true,
  },
  portrait: {
    view: { side: 512, quality: 85 },
    report: { side: 256, quality: 85 },
    thumb: { side: 128, quality: 82 },
    fullColour: false,
    square: true,
  },
}

interface Picture {
  readonly path: string
  readonly type: PhotoType
  readonly maxPixels: number
  readonly use: PictureUse
}

/** Returns the number of pixels without decoding. Throws like `makeRenditions` if there are too many. */
export async function measure({ path, type, maxPixels }: Omit<Picture, 'use'>): Promise<number> {
  const file = await readFile(path)
  if (file.length === 0) throw new RejectedFile('not-an-image', 'An empty file')
  refuseDisguise(file)
  if (type === 'image/bmp') return bmpPixels(file, maxPixels)
  if (type === 'image/heic') return heicPixels(file, maxPixels)
  const { width, height } = await openWithLibrary(file, type, maxPixels)
  return width * height
}

/** Decodes a photo of a verified type and makes its three copies. Throws Refused with the reason. */
export async function makeRenditions({ path, type, maxPixels, use }: Picture): Promise<Renditions> {
  const file = await readFile(path)
  if (file.length === 0) throw new RejectedFile('not-an-image', 'An empty file')
  refuseDisguise(file)
  const source = await open(file, type, maxPixels)
  const { fullColour, square = false, ...made } = copies[use]
  const upright = square ? middleOf(source) : source.picture
  const view = await shrink(upright, made.view.side)
  const report = await shrink(view.picture(), made.report.side)
  const thumb = await shrink(report.picture(), made.thumb.side)
  return {
    width: source.width,
    height: source.height,
    view: await view.jpeg(made.view.quality, fullColour),
    report: await report.jpeg(made.report.quality, fullColour),
    thumb: await thumb.jpeg(made.thumb.quality, fullColour),
    takenAt: source.takenAt,
    position: source.position,
  }
}

/** The largest centered square. */
function middleOf({ picture, width, height }: Source): Sharp {
  const side = Math.min(width, height)
  return picture.extract({
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    width: side,
    height: side,
  })
}

async function open(file: Buffer, type: PhotoType, maxPixels: number): Promise<Source> {
  if (type === 'image/bmp') return { ...fromPixels(readBmp(file, maxPixels)), ...takenFrom(null) }
  if (type === 'image/heic') {
    return { ...fromPixels(await readHeic(file, maxPixels)), ...takenFrom(heicExif(file)) }
  }
  return openWithLibrary(file, type, maxPixels)
}

function fromPixels(raw: { data: Uint8Array; width: number; height: number; channels: 3 | 4 }) {
  const { data, width, height, channels } = raw
  return {
    picture: sharp(data, { raw: { width, height, channels }, limitInputPixels: false }),
    width,
    height,
  }
}

async function openWithLibrary(file: Buffer, type: PhotoType, maxPixels: number): Promise<Source> {
  // 'error', not 'warning': some common phones write intact JPEGs that cause warnings.
  const options: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true }
  const facts = await sharp(file, options)
    .metadata()
    .catch((failure: unknown) => {
      throw new RejectedFile('not-an-image', reasonOf(failure))
    })
  if (facts.format !== formats[type]) throw new RejectedFile('not-an-image', `Not ${type} inside`)
  const { width, height } = facts.autoOrient
  if (width * height > maxPixels) throw new RejectedFile('too-many-pixels', `${width} × ${height}`)
  return {
    picture: sharp(file, { ...options, limitInputPixels: maxPixels }).autoOrient(),
    width,
    height,
    ...takenFrom(type === 'image/tiff' ? file : facts.exif),
  }
}

/** Decodes, scales down and flattens onto white. The pixels stay in memory for the next smaller copy. */
async function shrink(picture: Sharp, side: number) {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((failure: unknown) => {
      throw new RejectedFile('not-an-image', reasonOf(failure))
    })
  const { width, height, channels } = info
  const again = () => sharp(data, { raw: { width, height, channels } })
  return {
    picture: again,
    jpeg: async (quality: number, fullColour: boolean): Promise<Rendition> => ({
      bytes: await again()
        .jpeg({ quality, chromaSubsampling: fullColour ? '4:4:4' : '4:2:0' })
        .toBuffer(),
      width,
      height,
    }),
  }
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
