import { t } from '#web/lib/language/translate.ts'

/** '17 answers, 2 files'. */
export function copiedAmount({
  answers,
  files,
}: {
  readonly answers: number
  readonly files: number
}): string {
  const parts = [
    answers > 0 ? t('form.copyAnswers', { count: answers }) : '',
    files > 0 ? t('form.copyFiles', { count: files }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}
