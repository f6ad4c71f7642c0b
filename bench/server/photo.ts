import sharp from 'sharp'

/** Creates a photo of about half a megabyte, like a downsized phone photo. */
export async function somePhoto(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: { r: seed % 255, g: 120, b: 90 },
      noise: { type: 'gaussian', mean: 128, sigma: 22 },
    },
  })
  return Uint8Array.from(await picture.jpeg({ quality: 70 }).toBuffer())
}
