import type { TestCard } from '../checkout/cards.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { renderIcon } from './icons.ts'
import { escapeHtml, renderPage } from './layout.ts'

const petals = Array.from({ length: 14 }, (_, at) => {
  const colour = at % 2 === 0 ? '#C23B4B' : '#E2566A'
  return `<ellipse rx="17" ry="26" cy="-34" fill="${colour}" transform="rotate(${((at * 360) / 14).toFixed(2)})"/>`
})

const rosette = `<svg class="ros" viewBox="-75 -80 150 200" aria-hidden="true" focusable="false">
<path d="M-14 30-34 112l28-14 18 24 14-86ZM14 30l20 82-28-14-18 24-6-80Z" fill="#C23B4B"/>${petals.join('')}
<circle r="36" fill="#FFF3DC"/><circle r="29" fill="#FFB454"/></svg>`

/** Renders the hosted page of a checkout. The page shows card numbers but never sends them. */
export function renderCheckoutPage(code: string, checkout: Checkout): string {
  return renderPage({
    title: `${checkout.provider} test checkout`,
    part: 'checkout',
    main: `<main class="checkout" data-code="${escapeHtml(code)}">
${summary(checkout)}
${checkout.over ? finished(checkout.over) : picker(checkout)}
</main>`,
  })
}

/** Formats an amount such as `KSH. 1500`, with cents only when they are not zero. */
export function formatPrice({ amount, currency }: Pick<Checkout, 'amount' | 'currency'>): string {
  const major = amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
  return currency.toUpperCase() === 'KES' ? `KSH. ${major}` : `${currency.toUpperCase()} ${major}`
}

function summary(checkout: Checkout): string {
  const facts = checkout.facts.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd class="id">${escapeHtml(value)}</dd>`,
  )
  return `<section class="sum" aria-label="Purchase">
<p class="provider">Simulated ${checkout.provider} page</p>
${rosette}
<h1>${escapeHtml(checkout.title)}</h1>
<p class="price">${escapeHtml(formatPrice(checkout))}</p>
<dl>${facts.join('')}</dl>
</section>`
}

function finished(over: string): string {
  return `<section class="pick"><h2>This payment is over</h2>
<p class="muted">Nothing more can be paid here.</p>
<p class="row"><a class="btn" href="${escapeHtml(over)}">Back to the shop</a></p></section>`
}

function picker(checkout: Checkout): string {
  return `<section class="pick" id="pick">
<h2>Pick a test card</h2>
<p class="muted">Each one ends differently, so every ending can be tried.</p>
<ul class="cards">${checkout.cards.map((card, at) => `<li>${cardButton(card, at === 0)}</li>`).join('\n')}</ul>
<div class="field"><label for="typed">Or type a number</label>
<input class="input id" id="typed" inputmode="numeric" autocomplete="off" aria-describedby="typed-error">
<p class="err" id="typed-error" role="alert" hidden>${renderIcon('warning')}<span>Test page: do not type a real card.
This number was not sent.</span></p></div>
<p class="err" id="said" role="alert" hidden>${renderIcon('warning')}<span></span></p>
<p class="row"><button class="btn grow" type="button" id="pay">Pay ${escapeHtml(formatPrice(checkout))} with the
test card</button>
<button class="btn ghost" type="button" data-cancel>Cancel</button></p>
</section>
<form class="pick" id="ask" hidden>
<h2 id="ask-title" tabindex="-1"></h2>
<p class="muted" id="ask-hint"></p>
<div class="field" id="ask-field"><label for="answer" id="ask-label"></label>
<input class="input id" id="answer" inputmode="numeric" autocomplete="off" maxlength="6"></div>
<p class="row"><button class="btn grow" type="submit" id="ask-yes">Continue</button>
<button class="btn ghost" type="button" id="ask-no">Cancel</button></p>
</form>`
}

const brands = { visa: 'Visa', verve: 'Verve', mastercard: 'Mastercard' }

function cardButton({ id, brand, number, cvv, ending, tone, asks }: TestCard, chosen: boolean): string {
  const spaced = number.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const answers = asks.map(({ right }) => right).join(' ')
  return `<button type="button" class="tcard" data-card="${id}" data-number="${number}" data-answers="${answers}"
aria-pressed="${chosen}"><span class="brand">${renderIcon('card')}<b>${brands[brand]}</b></span>
<span class="id tnum">${spaced}</span><span class="small">CVV <span class="id">${cvv}</span></span>
<span class="state ${tone}">${escapeHtml(ending)}</span></button>`
}
