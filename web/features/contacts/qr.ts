import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url'

/** A QR code of the text as an SVG; null where the text is too long for one. */
export async function qrCode(text: string): Promise<string | null> {
  // What a code of the largest size holds at the lowest correction.
  if (new TextEncoder().encode(text).length > 2_900) return null
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const { svg, error } = await writeBarcode(text, { format: 'QRCode' })
  if (error || !svg) throw new Error(error)
  return svg
}
