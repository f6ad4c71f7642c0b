import { once } from 'node:events'
import { createServer } from 'node:http'
import { benchTypes } from '../server/template.ts'

/** Serves plain HTML pages with as many inputs, of the same types as the section. */
export async function plainPages() {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://plain')
    const fields = Number(searchParams.get('fields'))
    const inputs = Array.from({ length: fields }, (_, at) => inputAt(at)).join('')
    const script = searchParams.has('another') ? another : ''
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><meta name=viewport content="width=device-width"><title>Plain</title><p>Form${script}<form>${inputs}</form>`,
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    address: (fields: number) => `http://127.0.0.1:${port}/?fields=${fields}`,
    /** With a button 'Another' that replaces the inputs with new ones and focuses the first. */
    withAnother: (fields: number) => `http://127.0.0.1:${port}/?fields=${fields}&another`,
    close: () => server.close(),
  }
}

const another = `<p><button type=button>Another</button><script>
document.querySelector('button').onclick = () => {
  const form = document.forms[0]
  form.innerHTML = form.innerHTML
  form.querySelector('textarea').focus()
}</script>`

const directions = ['North', 'East', 'South', 'West']

function inputAt(at: number): string {
  const name = `Field ${at + 1}`
  const type = benchTypes[at % benchTypes.length]
  if (type === 'text') return `<p><label>${name}<br><textarea rows=1></textarea></label></p>`
  if (type === 'numeric') return `<p><label>${name}<br><input type=text inputmode=numeric></label></p>`
  if (type === 'checkbox' || type === 'radio') {
    const choices = directions.map((one) => `<label><input type=${type} name=f${at}>${one}</label>`).join('')
    return `<fieldset><legend>${name}</legend>${choices}</fieldset>`
  }
  const options = directions.map((one) => `<option>${one}`).join('')
  return `<p><label>${name}<br><select><option>${options}</select></label></p>`
}
