/** What the camera shows at this moment, as a photo of its own. */
export async function frameOf(video: HTMLVideoElement, now = new Date()): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d', { alpha: false })
  if (!context || canvas.width === 0) return null
  context.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  const name = `photo-${now.toISOString().replace(/\D/g, '').slice(0, 17)}.jpg`
  return blob && new File([blob], name, { type: 'image/jpeg', lastModified: now.getTime() })
}
