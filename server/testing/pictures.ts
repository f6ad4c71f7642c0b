import sharp from 'sharp'

export interface PictureOptions {
  readonly width?: number
  readonly height?: number
  readonly seed?: number
  /** EXIF orientation. */
  readonly orientation?: number
  /** Degrees, written as EXIF GPS. */
  readonly latitude?: number
  readonly longitude?: number
  readonly takenAt?: string
}

/** Returns a real JPEG with a pattern per seed. */
export async function jpeg(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 640, height = 480, seed = 1, orientation, latitude, longitude, takenAt } = options
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((at * seed) >> 4) & 0xff
  const exif = {
    IFD0: { Make: 'Fieldbook test camera' },
    ...(takenAt === undefined ? {} : { IFD2: { DateTimeOriginal: takenAt } }),
    ...(latitude === undefined || longitude === undefined ? {} : { IFD3: position(latitude, longitude) }),
  }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 })
  return image
    .withExif(exif)
    .withMetadata({ ...(orientation === undefined ? {} : { orientation }), exif })
    .toBuffer()
}

function position(latitude: number, longitude: number): Record<string, string> {
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: sexagesimal(Math.abs(latitude)),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: sexagesimal(Math.abs(longitude)),
  }
}

function sexagesimal(degrees: number): string {
  const whole = Math.floor(degrees)
  const minutes = Math.floor((degrees - whole) * 60)
  const seconds = Math.round(((degrees - whole) * 60 - minutes) * 60 * 1000)
  return `${whole}/1 ${minutes}/1 ${seconds}/1000`
}
