/** A child process that decodes untrusted files one at a time, so that they can't harm the server. */
import { setPriority } from 'node:os'
import type { RenditionResult, SizeResult } from '../rendition.ts'
import { readVideoFacts } from './media-info.ts'
import { RejectedFile } from './rejected-file.ts'
import { makeRenditions, measure } from './renditions.ts'
import type { Answer, Task } from './tasks.ts'

try {
  setPriority(10) // callers that wait for a reply come before pictures
} catch {
  // not permitted: keep the usual priority
}

async function answer(task: Task): Promise<unknown> {
  if (task.ask === 'video-facts') return readVideoFacts(task.path)
  try {
    if (task.ask === 'picture-size') return { ok: true, pixels: await measure(task) } satisfies SizeResult
    const image = await makeRenditions(task)
    return { ok: true, image } satisfies RenditionResult
  } catch (failure) {
    const reason = failure instanceof RejectedFile ? failure.reason : 'not-an-image'
    const detail = failure instanceof Error ? failure.message : String(failure)
    return { ok: false, reason, detail } satisfies RenditionResult & SizeResult
  }
}

process.on('message', async (task: Task) => {
  const value = await answer(task)
  process.send?.({ value, rss: process.memoryUsage.rss() } satisfies Answer)
})
