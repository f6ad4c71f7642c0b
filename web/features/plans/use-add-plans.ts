import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { addPlans } from '#web/offline/draft/plan-actions.ts'
import type { PickedPlan } from '#web/offline/record/record-plan.ts'
import { isPdf, type OpenedPdf, openPdf, pdfProblems } from './open-pdf.ts'
import { preparePlan, readPicture } from './read-picture.ts'

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
    takePages: (pages: readonly number[]) => void takePages(pages),
    closePdf,
  }
}

function named({ name }: File, problem: string): string {
  return name ? `${name}: ${problem}` : problem
}
