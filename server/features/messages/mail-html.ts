import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { MailParts } from './mail.ts'

const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const text = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#1d2123`
const quiet = `${font};font-size:14px;line-height:20px;color:#525c63`

/** Programs that know neither this nor media queries show the light colors, which are set on each element. */
const darkColours = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#121517!important}.card{background:#1d2123!important;border-color:#353d42!important}
.text{color:#dbe0e3!important}.quiet{color:#a9b4ba!important}.code{background:#272d31!important;color:#dbe0e3!important}
.link{color:#74bec2!important}}`

/** Tables and styles on each element: mail programs support little else. */
export function mailAsHtml(subject: string, mail: MailParts, publicUrl: string): string {
  const lines = [mail.greeting, ...mail.paragraphs].filter((line) => line !== undefined)
  const parts = [
    ...lines.map(paragraph),
    ...(mail.code === undefined ? [] : [codeBlock(mail.code)]),
    ...(mail.action ? [button(mail.action), fallback(mail.action.url)] : []),
    ...(mail.footer === undefined ? [] : [small(escaped(mail.footer))]),
  ]
  return `<!doctype html>
<html lang="${spokenLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkColours}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f7">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="text" style="padding:0 4px 16px;${font};font-size:18px;line-height:24px;font-weight:600;color:#1d2123">Fieldbook</td></tr>
<tr><td class="card" style="padding:28px 24px 12px;background:#ffffff;border:1px solid #dbe0e3;border-radius:10px">
${parts.join('\n')}
</td></tr>
<tr><td style="padding:16px 4px 0"><p class="quiet" style="margin:0;${quiet}">${escaped(t('outbox.sentBy', { address: publicUrl }))}</p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function paragraph(line: string): string {
  return `<p class="text" style="${text}">${escaped(line).replaceAll('\n', '<br>')}</p>`
}

function codeBlock(code: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="code" bgcolor="#e9f5f5" style="padding:12px 20px;background:#e9f5f5;border-radius:8px;font-family:Consolas,Menlo,monospace;font-size:28px;line-height:36px;font-weight:700;letter-spacing:6px;color:#1d2123">${escaped(code)}</td></tr></table>`
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td bgcolor="#0b6b72" style="background:#0b6b72;border-radius:8px"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr></table>`
}

function fallback(url: string): string {
  return small(
    `${escaped(t('outbox.buttonFallback'))}<br><a class="link" href="${escaped(url)}" style="color:#0b6b72;word-break:break-all">${escaped(url)}</a>`,
  )
}

function small(html: string): string {
  return `<p class="quiet" style="margin:0 0 16px;${quiet}">${html}</p>`
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(raw: string): string {
  return raw.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}
