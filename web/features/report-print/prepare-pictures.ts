interface Progress {
  readonly ready: number
  readonly total: number
}

/**
 * Loads every picture below `root` that the reader has not scrolled to yet. A picture that fails counts as
 * ready: one lost file must not keep the report from being printed.
 */
export async function preparePictures(root: ParentNode, tell: (progress: Progress) => void): Promise<void> {
  const pictures = [...root.querySelectorAll('img')]
  let ready = 0
  tell({ ready, total: pictures.length })
  await Promise.all(
    pictures.map(async (picture) => {
      await settled(picture)
      ready += 1
      tell({ ready, total: pictures.length })
    }),
  )
}

function settled(picture: HTMLImageElement): Promise<void> {
  picture.loading = 'eager'
  if (picture.complete) return Promise.resolve()
  return new Promise((done) => {
    picture.addEventListener('load', () => done(), { once: true })
    picture.addEventListener('error', () => done(), { once: true })
  })
}
