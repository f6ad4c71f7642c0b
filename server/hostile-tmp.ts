import * as xlsx from '@e965/xlsx'
import { BlobWriter, TextReader, ZipWriter, Uint8ArrayReader } from '@zip.js/zip.js'
import { readFormSheets } from './features/custom-forms/sheets/in-worker.ts'
const head = '<?xml version="1.0"?>'
const ct = head + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
const root = head + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'
const wb = head + '<workbook xmlns:r="r"><sheets><sheet name="survey" sheetId="1" r:id="s"/></sheets></workbook>'
const rels = head + '<Relationships><Relationship Id="s" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
async function zip(parts: Record<string, string|Uint8Array>, level=9) {
  const w = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level })
  for (const [n, t] of Object.entries({ '[Content_Types].xml': ct, '_rels/.rels': root, 'xl/workbook.xml': wb, 'xl/_rels/workbook.xml.rels': rels, ...parts })) await w.add(n, typeof t === 'string' ? new TextReader(t) : new Uint8ArrayReader(t))
  return new Uint8Array(await (await w.close()).arrayBuffer())
}
const sheet = (x: string) => head + `<worksheet><sheetData>${x}</sheetData></worksheet>`
const mb = 1024*1024
const rnd = (n: number) => { let s=''; let x=1; for (let i=0;i<n;i++){ x=(x*1103515245+12345)&0x7fffffff; s+=String.fromCharCode(97+x%26)} return s }
const files: Record<string, () => Promise<Uint8Array>> = {
  async bomb60() { return zip({ 'xl/worksheets/sheet1.xml': sheet('<row><c t="inlineStr"><is><t>' + 'a'.repeat(60*mb) + '</t></is></c></row>') }) },
  async bomb1g() { return zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(300*mb) }) },
  async entries() { const p: Record<string,string> = {}; for (let i=0;i<40000;i++) p['x'+i]=''; return zip(p, 0) },
  async cells() { let s=''; for (let r=1;r<=20000;r++) { s+=`<row r="${r}">`; for (let c=0;c<60;c++) s+=`<c t="n"><v>${(r*31+c*7)%9973}</v></c>`; s+='</row>' } return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async emptycells() { let s=''; for (let r=1;r<=20000;r++) { s+=`<row r="${r}">`; for (let c=0;c<200;c++) s+=`<c s="${(r*7+c)%13}"/>`; s+='</row>' } return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async strings() { let s=''; for (let i=0;i<1_500_000;i++) s+=`<si><t>${(i*7919)%999983}</t></si>`; return zip({ 'xl/sharedStrings.xml': `<sst>${s}</sst>`, 'xl/worksheets/sheet1.xml': sheet('') }) },
  async attrs() { let s='<row '; for (let i=0;i<600_000;i++) s+=`a${i}="${(i*7919)%999983}" `; s+='/>'; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async deep() { let s=''; for (let i=0;i<3_000_000;i++) s+='<a>'; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async deepvar() { let s=''; for (let i=0;i<2_000_000;i++) s+=`<a${i%977}>`; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async far() { let s=''; for (let r=1;r<=1000;r++) s+=`<row><c r="XFD${r}" t="inlineStr"><is><t>x${r}</t></is></c></row>`; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async types() { let s='<row><c t="inlineStr"><is><t>type</t></is></c><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>relevant</t></is></c></row>'; for (let r=1;r<=19000;r++) s+=`<row><c t="inlineStr"><is><t>text</t></is></c><c t="inlineStr"><is><t>q${r}</t></is></c><c t="inlineStr"><is><t>\${q${r-1}} = 'x' and \${q${r+1}} != 'y'</t></is></c></row>`; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async groups() { let s='<row><c t="inlineStr"><is><t>type</t></is></c><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>relevant</t></is></c></row>'; for (let r=1;r<=9000;r++) s+=`<row><c t="inlineStr"><is><t>begin group</t></is></c><c t="inlineStr"><is><t>g${r}</t></is></c><c t="inlineStr"><is><t>\${q} = '${r}'</t></is></c></row>`; for (let r=1;r<=4000;r++) s+=`<row><c t="inlineStr"><is><t>text</t></is></c><c t="inlineStr"><is><t>q${r}</t></is></c></row>`; return zip({ 'xl/worksheets/sheet1.xml': sheet(s) }) },
  async xlsmul() { const rows = Array.from({length: 20000}, (_,r)=>Array.from({length: 14}, (_,c)=>r*c)); const b=xlsx.utils.book_new(); xlsx.utils.book_append_sheet(b, xlsx.utils.aoa_to_sheet(rows), 'survey'); return new Uint8Array(xlsx.write(b,{type:'array',bookType:'biff8'})) },
  async xlsgarbage() { const b = new Uint8Array(5*mb); b.set([0xd0,0xcf,0x11,0xe0,0xa1,0xb1,0x1a,0xe1]); let x=1; for (let i=8;i<b.length;i++){x=(x*1103515245+12345)&0x7fffffff; b[i]=x>>16} ; return b },
  async xlszero() { const b = new Uint8Array(5*mb); b.set([0xd0,0xcf,0x11,0xe0,0xa1,0xb1,0x1a,0xe1]); return b },
  async csv() { return new TextEncoder().encode('survey\n' + ',text,q,'.repeat(600000)) },
  async csv2() { return new TextEncoder().encode('type,name,label\n' + 'text,a,b\n'.repeat(500000)) },
  async csvq() { return new TextEncoder().encode('type,name,label\n' + '"'.repeat(4*mb)) },
  async md() { return new TextEncoder().encode('| survey |\n' + '| | text | a | b |\n'.repeat(240000)) },
  async mdbars() { return new TextEncoder().encode('|' + '\\|'.repeat(2*mb)) },
}
for (const name of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(files)) {
  const bytes = await files[name]!()
  const t = performance.now()
  let out
  try { const r = await readFormSheets(bytes); out = r.kind === 'form' ? 'form ' + r.report.rows + ' notes ' + r.report.notes.length : r.reason } catch (e) { out = 'THROW ' + (e as Error).message.slice(0, 200) }
  console.log(name.padEnd(12), (bytes.length/mb).toFixed(2)+'MB', Math.round(performance.now()-t)+'ms', out)
}
