import { Dexie } from 'dexie'
import { askToPersist, browserAsks, readStorageFacts, storageAnswer } from '#web/lib/files/storage-facts.ts'
import { subscribe } from './bus.ts'
import { db, onDevice } from './database.ts'
import { keepReserve } from './reserve.ts'

/** What the person is told or asked once there is work on this device that must stay there. */
export type KeepNote = 'ask' | 'install' | 'private' | 'refused'

const publishedKey = 'storage-told'

/**
 * With the first answer that is kept here the browser is asked to clear nothing by itself, and room for text is laid
 * by. `tell` hears what the person should know; each thing once for a device.
 */
export function watchFirstAnswer(account: string, onNote: (note: KeepNote | null) => void): () => void {
  const begin = () => {
    forget()
    void keepWork().then(onNote, () => undefined)
  }
  const forget = subscribe(account, (event, elsewhere) => {
    if (event.kind === 'queue' && !elsewhere) begin()
  })
  void hasAnswers(account).then(
    (has) => has && begin(),
    () => undefined,
  )
  return forget
}

/** From before this page was opened, or from its first moments. */
async function hasAnswers(account: string): Promise<boolean> {
  const own = db.answers.where('[account+id]').between([account, Dexie.minKey], [account, Dexie.maxKey])
  return (await onDevice(() => own.limit(1).count())) > 0
}

/** The person has read why: now the browser may put its question. */
export async function goOn(note: KeepNote): Promise<void> {
  localStorage.setItem(publishedKey, note)
  if (note === 'ask') await askToPersist()
}

async function keepWork(): Promise<KeepNote | null> {
  // Where it cannot be laid by now, the next photo does it.
  await keepReserve().catch(() => false)
  if (storageAnswer() !== 'granted' && !browserAsks()) await askToPersist()
  const facts = await readStorageFacts()
  const note = noteOf(facts)
  return note === localStorage.getItem(publishedKey) ? null : note
}

function noteOf(facts: Awaited<ReturnType<typeof readStorageFacts>>): KeepNote | null {
  if (facts.refused) return 'refused'
  if (facts.private) return 'private'
  if (facts.clearedWhenUnused) return 'install'
  return browserAsks() && facts.persisted === false && facts.answer === null ? 'ask' : null
}
