import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { addPlan } from '#contract/media/plans.ts'
import { planPicture } from '#server/testing/plans.ts'
import type { PickedFile } from './screens/media.ts'
import type { Surveyor } from './site.ts'

export async function planPng(name: string, seed = 1): Promise<PickedFile> {
  return { name, mimeType: 'image/png', buffer: await planPicture(seed) }
}

/** Adds a floor plan to a survey through the API; returns its id. */
export async function addPlanTo({ api }: Surveyor, survey: string, name: string): Promise<string> {
  const picture = await planPng('plan.png')
  const parts = new FormData()
  parts.set('user_survey_id', survey)
  parts.set('name', name)
  parts.set('picture', new Blob([Uint8Array.from(picture.buffer)], { type: picture.mimeType }), picture.name)
  const made = await api.upload(addPlan, parts, crypto.randomUUID())
  if (made?.status !== 201) throw new Error(`No plan: ${JSON.stringify(made?.body)}`)
  return made.body.data.id
}

/** Returns a PDF of lines and text on A4 landscape pages, like an architect's plan. */
export async function planPdf(
  name: string,
  pages: number,
  options: { password?: string } = {},
): Promise<PickedFile> {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    autoFirstPage: false,
    ...(options.password === undefined ? {} : { userPassword: options.password }),
  })
  for (let page = 1; page <= pages; page++) {
    pdf.addPage()
    pdf.rect(60, 60, 700, 450).lineWidth(2).stroke()
    pdf.moveTo(60, 260).lineTo(760, 260).moveTo(300, 60).lineTo(300, 510).lineWidth(0.5).stroke()
    pdf.fontSize(24).text(`Level ${page}`, 80, 80)
  }
  pdf.end()
  return { name, mimeType: 'application/pdf', buffer: await buffer(pdf) }
}
