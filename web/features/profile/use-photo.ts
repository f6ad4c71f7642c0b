import { useEffect, useState } from 'react'
import { putPhoto, removePhoto } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Area, cropPicture, loadPicture } from './crop.ts'
import { croppedName, fileError } from './photo-file.ts'
import { cacheProfile } from './queries.ts'

interface Picked {
  readonly url: string
  readonly name: string
  readonly image: HTMLImageElement
}

const uploadWait = 120_000

/** Picks, crops, saves and removes the profile photo. */
export function usePhoto(showNotice: (text: string, good?: boolean) => void) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const url = picked?.url
  // Frees the picture's memory.
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  async function open(source: string, name: string): Promise<boolean> {
    setError(null)
    const image = await loadPicture(source)
    if (image) setPicked({ url: source, name, image })
    return image !== null
  }

  /** Uploads a picture as is if the browser cannot decode it; the server crops its center. */
  async function choose(file: File | null) {
    if (!file) return
    const refused = fileError(file)
    if (refused) return showNotice(t(refused), false)
    const source = URL.createObjectURL(file)
    if (await open(source, croppedName(file.name))) return
    URL.revokeObjectURL(source)
    const failed = await keep(file, file.name)
    if (failed) showNotice(failed, false)
    else showNotice(t('profile.notShown'))
  }

  async function apply(area: Area) {
    if (!picked) return
    const cut = await cropPicture(picked.image, area)
    const failed = cut ? await keep(cut, picked.name) : t('common.somethingWrong')
    setError(failed)
    if (failed) return
    setPicked(null)
    showNotice(t('profile.updated'))
  }

  /** Uploads a photo. Returns an error message or null. */
  async function keep(picture: Blob, name: string): Promise<string | null> {
    const form = new FormData()
    form.set('photo', picture, name)
    setBusy(true)
    const result = await call(putPhoto, {}, { form, timeout: uploadWait })
    setBusy(false)
    if (!result.ok) return result.status === 0 ? t('profile.unexpected') : result.message
    cacheProfile(result.reply)
    return null
  }

  async function remove(accountId: string): Promise<string | null> {
    setBusy(true)
    const result = await call(removePhoto, { query: { account_id: accountId } })
    setBusy(false)
    if (!result.ok) return result.message
    cacheProfile(result.reply)
    showNotice(t('profile.updated'))
    return null
  }

  return { picked, busy, error, choose, adjust: open, apply, remove, close: () => setPicked(null) }
}
