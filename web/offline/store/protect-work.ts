import { Dexie } from 'dexie'
import {
  askToPersist,
  lastPersistReply,
  promptsForPersistence,
  readStorageFacts,
} from '#web/lib/files/storage-facts.ts'
import { subscribe } from './bus.ts'
import { db, onDevice } from './database.ts'
import { keepReserve } from './reserve.ts'

/** Note for the user once this device holds work that must stay. */
export type StorageNote = 'ask' | 'install' | 'private' | 'refused'

const publishedKey = 'storage-told'

/**
 * After the first answer on this device, asks the browser for persistent storage and creates the reserve.
 * `onNote` receives what the user should know, each note once per device.
 */
export function watchFirstAnswer(account: string, onNote: (note: StorageNote | null) => void): () => void {
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

/** Whether answers exist from before this page was opened. */
async function hasAnswers(account: string): Promise<boolean> {
  const own = db.answers.where('[account+id]').between([account, Dexie.minKey], [account, Dexie.maxKey])
  return (await onDevice(() => own.limit(1).count())) > 0
}

/** Stores that the user has read the note, then shows the browser's question. */
export async function acceptStorageNote(note: StorageNote): Promise<void> {
  localStorage.setItem(publishedKey, note)
  if (note === 'ask') await askToPersist()
}

async function keepWork(): Promise<StorageNote | null> {
  // If the reserve doesn't fit now, the next photo tries again.
  await keepReserve().catch(() => false)
  if (lastPersistReply() !== 'granted' && !promptsForPersistence()) await askToPersist()
  const facts = await readStorageFacts()
  const note = noteOf(facts)
  return note === localStorage.getItem(publishedKey) ? null : note
}

function noteOf(facts: Awaited<ReturnType<typeof readStorageFacts>>): StorageNote | null {
  if (facts.refused) return 'refused'
  if (facts.private) return 'private'
  if (facts.clearedWhenUnused) return 'install'
  return promptsForPersistence() && facts.persisted === false && facts.answer === null ? 'ask' : null
}
