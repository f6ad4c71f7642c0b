import { useState } from 'react'
import { v7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { fitSize } from '#web/lib/picture/fit.ts'
import { thumbnailOf } from '#web/lib/picture/shrink.ts'
import { addPlans } from '#web/offline/draft/plan-actions.ts'
import type { PickedPlan } from '#web/offline/record/record-plan.ts'
import { canvasBlob } from './canvas-blob.ts'
import { isPdf, type OpenedPdf, openPdf, pdfProblems } from './open-pdf.ts'

/** Adds picked files as plans: pictures and one-page PDFs immediately, longer PDFs after the user selects pages. */
export function useAddPlans(onDone: () => void) {
  const draft = useDraft()
  const [pdf, setPdf] = useState<OpenedPdf | null>(null)
  const [rest, setRest] = useState<readonly File[]>([])
  const [busy, setBusy] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const room = limits.plansPerSurvey - draft.survey.plans.length

  /** Stores plans on the device. Returns error messages; the user still has the original files. */
  const keep = async (plans: readonly PickedPlan[]): Promise<string[]> => {
    const free = limits.plansPerSurvey - draft.survey.plans.length
    const fitting = plans.slice(0, Math.max(0, free))
    if (fitting.length > 0 && !(await addPlans(draft, fitting))) return [t('form.deviceFull')]
    return fitting.length < plans.length ? [t('plans.full')] : []
  }

  /** Stores pages of a PDF as plans and closes it. Returns error messages. */
  const keepPages = async (opened: OpenedPdf, pages: readonly number[]): Promise<string[]> => {
    const plans: PickedPlan[] = []
    for (const [index, page] of pages.entries()) {
      setBusy(t('plans.drawing', { page: index + 1, total: pages.length }))
      const blob = await opened.draw(page, 'plan')
      const name =
        opened.pages === 1 ? opened.name : storedText('plans.pageName', { name: opened.name, page })
      if (blob) plans.push(await preparePlan(blob, name || t('plans.newName', { number: page })))
    }
    opened.close()
    const lost = pages.length - plans.length
    return [...(lost > 0 ? [t('plans.pageFailed', { count: lost })] : []), ...(await keep(plans))]
  }

  const takeAll = async (files: readonly File[], earlier: readonly string[] = []) => {
    setBusy(t('plans.adding'))
    const problems = [...earlier]
    for (const [index, file] of files.entries()) {
      if (await isPdf(file)) {
        setBusy(t('plans.reading'))
        const opened = await openPdf(file)
        if (typeof opened === 'string') problems.push(named(file, t(pdfProblems[opened])))
        else if (opened.pages === 1) problems.push(...(await keepPages(opened, [1])))
        else {
          setRest(files.slice(index + 1))
          setPdf(opened)
          setProblems(problems)
          return setBusy('')
        }
        continue
      }
      const fallback = t('plans.newName', { number: draft.survey.plans.length + 1 })
      const picture = await readPicture(file, fallback)
      if (typeof picture === 'string') problems.push(named(file, t(picture)))
      else problems.push(...(await keep([picture])))
    }
    setBusy('')
    setProblems(problems)
    if (problems.length === 0) onDone()
  }

  /** Adds a photo from the app's camera. Its file name is only a time, so the plan gets a number as its name. */
  const takeShot = async (shot: Promise<File | null>): Promise<boolean> => {
    setBusy(t('plans.adding'))
    const file = await shot
    if (file) await takeAll([new File([file], '', { type: file.type })])
    else {
      setBusy('')
      setProblems([t('media.shotNotKept')])
    }
    return file !== null
  }

  const takePages = async (pages: readonly number[]) => {
    if (!pdf) return
    const problems = await keepPages(pdf, pages)
    setPdf(null)
    setRest([])
    await takeAll(rest, problems)
  }

  const closePdf = () => {
    pdf?.close()
    setPdf(null)
    setRest([])
  }

  return {
    pdf,
    busy,
    problems,
    room,
    take: (files: readonly File[]) => void takeAll(files),
    takeShot,
    takePages: (pages: readonly number[]) => void takePages(pages),
    closePdf,
  }
}

function named({ name }: File, problem: string): string {
  return name ? `${name}: ${problem}` : problem
}

/** Prepares a picked picture for storing. Returns a message key if it cannot be used. */
async function readPicture(file: File, fallback: string): Promise<PickedPlan | MessageKey> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (detectKind(head)?.kind !== 'photo') return 'plans.pictureUnreadable'
  const fits = file.size <= limits.photoBytes
  const blob = fits ? file : await shrunk(file)
  if (!blob) return 'plans.pictureTooLarge'
  return preparePlan(blob, file.name.replace(/\.[^.]*$/, '') || fallback)
}

async function preparePlan(blob: Blob, name: string): Promise<PickedPlan> {
  const bytes = await blob.arrayBuffer()
  const size = await sizeOf(blob)
  const { thumbnail } = await thumbnailOf(bytes.slice(0), blob.type)
  const data = { bytes, type: blob.type || 'application/octet-stream' }
  return { id: v7(), name: planName(name), ...size, thumbnail, data }
}

function planName(text: string): string {
  return cut(oneLine(text.replaceAll('_', ' ')), limits.planNameMax).trim()
}

/**
 * Width and height are null if the browser cannot decode the picture, which is then sent unchanged and shown from the
 * server's copy.
 */
async function sizeOf(blob: Blob): Promise<{ width: number | null; height: number | null }> {
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    // A picture of unknown size is still stored.
    return { width: null, height: null }
  }
}

async function shrunk(blob: Blob): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = fitSize(bitmap.width, bitmap.height, limits.planSide)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    return await canvasBlob(canvas)
  } catch {
    // The caller reports the picture as too large.
    return null
  }
}
