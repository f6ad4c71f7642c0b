import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const program = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')

/** Returns switches for a browser whose camera sees a QR code; the video is written to `path`. */
export async function cameraThatSees(code: string, path: string): Promise<readonly string[]> {
  const wasmBinary = await readFile(program)
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer },
    fireImmediately: true,
  })
  const { svg } = await writeBarcode(code, { format: 'QRCode' })
  const picture = await sharp(Buffer.from(svg)).resize(260, 260, { kernel: 'nearest' }).png().toBuffer()
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#f2f2f2' } })
    .composite([{ input: picture, gravity: 'center' }])
    .jpeg({ quality: 92 })
    .toBuffer()
  // A Motion JPEG video is a sequence of pictures.
  await writeFile(path, Buffer.concat(Array.from({ length: 10 }, () => frame)))
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`]
}
