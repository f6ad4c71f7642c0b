interface Progress {
  readonly ready: number
  readonly total: number
}

/** Attempts: a failed picture tries its next source, and none has more than five. */
const rounds = 5
const patience = 30_000

/**
 * Waits until every picture below `root` has loaded, including those that were not scrolled to. A failed
 * picture counts as ready so that one lost file cannot block printing.
 */
export async function preparePictures(
  root: Document,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await nextPaint()
    await allRead(root)
    const pictures = [...root.querySelectorAll('img')]
    let ready = pictures.filter(isSettled).length
    onProgress({ ready, total: pictures.length })
    if (ready === pictures.length) return
    const waiting = pictures.filter((picture) => !isSettled(picture))
    await Promise.all(
      waiting.map(async (picture) => {
        await settled(picture)
        ready += 1
        onProgress({ ready, total: pictures.length })
      }),
    )
  }
}

/** Resolves after the next paint. */
export function nextPaint(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

function allRead(root: Document): Promise<void> {
  const reading = () => root.querySelector('[data-reading="true"]') !== null
  if (!reading()) return Promise.resolve()
  return new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (reading()) return
      watch.disconnect()
      done()
    })
    watch.observe(root, { subtree: true, childList: true, attributeFilter: ['data-reading'] })
  })
}

function isSettled(picture: HTMLImageElement): boolean {
  picture.loading = 'eager'
  return picture.complete
}

function settled(picture: HTMLImageElement): Promise<void> {
  if (picture.complete) return Promise.resolve()
  return new Promise((done) => {
    picture.addEventListener('load', () => done(), { once: true })
    picture.addEventListener('error', () => done(), { once: true })
    // A removed picture fires no more events.
    setTimeout(done, patience)
  })
}
