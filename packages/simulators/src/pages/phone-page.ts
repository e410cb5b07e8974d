import { correctPin, type FaultSwitches, initialBalance } from '../phone/phones.ts'
import { renderIcon } from './icons.ts'
import { escapeHtml, renderPage } from './layout.ts'

/** Link back to the shop, with the shop's name and URL. */
export type ShopLink = { name: string; url: string }

const switches: [keyof FaultSwitches, string][] = [
  ['phoneOff', 'Phone is off'],
  ['otherSession', 'Another prompt is open'],
  ['loseCallback', 'Lose the answer'],
  ['sendTwice', 'Send it twice'],
  ['late', 'Answer 30 seconds late'],
  ['losePushAnswer', 'Lose the reply to the request'],
  ['flakyQuery', 'Unreliable status check'],
]

/**
 * Selects the phone to show, by its number or by the account in its prompt. With two empty strings, no phone is
 * selected.
 */
export type RequestedPhone = { number: string; account: string }

export function renderPhonePage({ number, account }: RequestedPhone, shop?: ShopLink): string {
  const requested = `data-number="${escapeHtml(number)}" data-account="${escapeHtml(account)}"`
  const signs = renderIcon('wifi') + renderIcon('battery')
  return renderPage({
    title: 'Test phone',
    part: 'phone',
    main: `${renderBackLink(shop)}<main class="bench" ${requested}>
${renderPhoneChooser(number)}
<section class="fone" aria-label="Simulated phone"><div class="screen">
<p class="statusbar"><span id="clock" class="nums">00:00</span><span>${signs}</span></p>
<p class="app">SIM Toolkit</p>
${renderPrompt()}
<div class="note" id="note" role="status"><p id="note-text">Ask for a payment, and the question appears here.</p></div>
<div class="sms" id="sms" role="status" hidden><b>MPESA</b><p class="id" id="sms-text"></p></div>
${renderKeypad()}
</div></section>
${renderControls()}
</main>`,
  })
}

const renderBackLink = (shop: ShopLink | undefined) =>
  shop
    ? `<nav class="back" aria-label="Back">
<a class="btn ghost" href="${escapeHtml(shop.url)}">Back to ${escapeHtml(shop.name)}</a></nav>
`
    : ''

function renderPhoneChooser(number: string): string {
  return `<section class="card">
<h1>Test phone</h1>
<p class="muted">It answers in place of a real phone, so that every ending of an M-Pesa payment can be tried.</p>
<form id="choose" class="field"><label for="number">Phone number</label>
<input class="input id" id="number" inputmode="tel" autocomplete="off" placeholder="0712 345 678"
value="${escapeHtml(number)}" aria-describedby="number-error">
<p class="err" id="number-error" role="alert" hidden>${renderIcon('warning')}<span>This is not a Kenyan mobile
number.</span></p>
<button class="btn soft" type="submit">Show this phone</button></form>
<div id="recent" hidden><h2 class="lab">Used before</h2><ul class="recent" id="recent-list"></ul></div>
<p class="hint">Numbers that answer by themselves end in 0000 (pays), 0001, 0017, 1001, 1032, 1037 or 2001
(that result).</p>
</section>`
}

function renderPrompt(): string {
  return `<form class="stk" id="prompt" hidden>
<p id="question"></p>
<label for="pin">Enter M-PESA PIN</label>
<div class="pin-in"><input id="pin" type="password" inputmode="numeric" pattern="[0-9]{4}" maxlength="4"
autocomplete="off"><span aria-hidden="true"><i></i><i></i><i></i><i></i></span></div>
<p class="hint">It waits for <span id="left" class="nums">60</span> seconds.</p>
<div class="stk-b"><button type="button" id="cancel">Cancel</button><button type="submit" id="send">Send</button></div>
</form>`
}

function renderKeypad(): string {
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(renderKey)
  return `<div class="keys" id="keys" hidden>${keys.join('')}<span></span>${renderKey('0')}
<button type="button" data-key="delete" aria-label="Delete digit">${renderIcon('backspace')}</button></div>`
}

const renderKey = (digit: string) => `<button type="button" data-key="${digit}">${digit}</button>`

function renderControls(): string {
  const rows = switches.map(
    ([name, label]) =>
      `<div class="srow"><span>${label}</span><button type="button" class="switch" role="switch"
aria-checked="false" data-toggle="${name}" aria-label="${label}"></button></div>`,
  )
  return `<section class="card controls">
<h2>This phone</h2>
<form id="money" class="field"><label for="balance">M-Pesa balance</label>
<div class="kes"><span aria-hidden="true">KSH</span><input class="input nums" id="balance" inputmode="numeric"
autocomplete="off" value="${initialBalance}" aria-describedby="balance-hint"></div>
<p class="hint" id="balance-hint">The right PIN is <b class="id">${correctPin}</b>. Three wrong ones lock it.
<span id="tries"></span></p></form>
${rows.join('\n')}
<button class="btn ghost" type="button" id="reset">${renderIcon('again')}Reset phone</button>
</section>`
}
