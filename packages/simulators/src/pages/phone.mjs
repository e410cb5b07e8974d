/** Script of /test/phone: shows one phone, polls for changes, and sends the owner's actions. */

const byId = (id) => document.getElementById(id)
const [pin, number, balance] = [byId('pin'), byId('number'), byId('balance')]
const dots = [...document.querySelectorAll('.pin-in i')]

let shown = null
let watching = 0

async function ask(path, fields) {
  const options = fields && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }
  const answer = await fetch(path, options)
  return { ok: answer.ok, body: await answer.json() }
}

const path = (act = '') => `/test/phone/${encodeURIComponent(shown?.number ?? number.value)}${act}`

/** Shows one phone and updates it by long polling, until the user chooses another phone. */
async function watch(chosenNumber) {
  watching += 1
  const ownWatch = watching
  let after = -1
  for (;;) {
    const answer = await ask(`/test/phone/${encodeURIComponent(chosenNumber)}?after=${after}`).catch(() => null)
    if (ownWatch !== watching) return
    if (!answer) await new Promise((resolve) => setTimeout(resolve, 2000))
    else if (!answer.ok) return refuseNumber(true)
    else {
      after = answer.body.version
      show(answer.body)
      await listNumbers()
    }
  }
}

function refuseNumber(wrong) {
  byId('number-error').hidden = !wrong
  number.setAttribute('aria-invalid', String(wrong))
}

function show(phone) {
  const before = shown
  shown = phone
  refuseNumber(false)
  document.querySelector('main').dataset.number = phone.number
  if (document.activeElement !== number) number.value = phone.number
  if (document.activeElement !== balance) balance.value = phone.balance.toLocaleString('en-KE')
  byId('clock').textContent = phone.clock
  byId('tries').textContent = tries(phone.pinTriesLeft)
  for (const button of document.querySelectorAll('[data-toggle]'))
    button.setAttribute('aria-checked', String(phone.toggles[button.dataset.toggle]))
  showScreen(phone, before?.prompt?.id !== phone.prompt?.id)
}

function showScreen(phone, isNewPrompt) {
  const { prompt } = phone
  byId('prompt').hidden = !prompt
  byId('keys').hidden = !prompt
  const sms = prompt ? null : newSms(phone)
  byId('sms').hidden = !sms
  byId('sms-text').textContent = sms?.text ?? ''
  byId('note').hidden = Boolean(prompt ?? sms)
  byId('note-text').textContent = note(phone)
  if (!prompt) return
  byId('left').textContent = prompt.secondsLeft
  if (!isNewPrompt) return
  byId('question').textContent =
    `Do you want to pay Ksh ${prompt.amount} to ${prompt.merchant}, account ${prompt.account}?`
  enter('')
  if (document.activeElement === document.body) pin.focus({ preventScroll: true })
}

function tries(left) {
  if (left === 0) return 'It is locked: reset the phone.'
  return left < 3 ? `${left} left.` : ''
}

/**
 * Returns the SMS to show. Returns null while the phone is busy or off, and if the last payment ended without an SMS.
 */
function newSms({ busy, toggles, lastSms, lastResult }) {
  const isLast = lastSms && !(lastResult?.at > lastSms.at)
  return isLast && !busy && !toggles.phoneOff ? lastSms : null
}

const endings = {
  1: 'Not enough money on this phone.',
  1001: 'Another session was open, so the question could not be asked.',
  1032: 'You cancelled. Nothing was charged.',
  1037: 'Nobody answered.',
  2001: 'That was the wrong PIN.',
  8006: 'The PIN is locked after three wrong ones.',
}

function note(phone) {
  if (phone.toggles.phoneOff) return 'The phone is off.'
  if (phone.busy) return 'Working…'
  const { lastResult } = phone
  if (lastResult) return `${endings[lastResult.resultCode] ?? lastResult.resultDesc} (${lastResult.resultCode})`
  if (phone.scripted) return 'This number answers by itself.'
  return 'Ask for a payment, and the question appears here.'
}

async function listNumbers() {
  const { body } = await ask('/test/phones')
  list(body.numbers)
}

function list(numbers) {
  const others = numbers.filter((number) => number !== shown?.number)
  byId('recent').hidden = others.length === 0
  byId('recent-list').replaceChildren(...others.slice(0, 6).map(chip))
}

function chip(other) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'chip id'
  button.textContent = other
  button.addEventListener('click', () => void watch(other))
  const item = document.createElement('li')
  item.append(button)
  return item
}

function enter(digits) {
  pin.value = digits
  dots.forEach((dot, at) => dot.classList.toggle('on', at < digits.length))
}

async function act(name, fields) {
  const { ok, body } = await ask(path(`/${name}`), fields)
  if (ok) show(body)
}

function onSubmit(form, then) {
  byId(form).addEventListener('submit', (event) => {
    event.preventDefault()
    then()
  })
}

onSubmit('choose', () => void watch(number.value))
onSubmit('money', () => balance.blur())
onSubmit('prompt', () => {
  if (/^\d{4}$/.test(pin.value)) void act('pin', { pin: pin.value })
  else pin.focus()
})
pin.addEventListener('input', () => enter(pin.value.replaceAll(/\D/g, '').slice(0, 4)))
balance.addEventListener('change', () => {
  const shillings = Number(balance.value.replaceAll(/[\s,]/g, ''))
  if (Number.isInteger(shillings)) void act('settings', { balance: shillings })
})
byId('cancel').addEventListener('click', () => void act('cancel', {}))
byId('reset').addEventListener('click', () => void act('reset', {}))
byId('keys').addEventListener('click', (event) => {
  const { key } = event.target.closest('button')?.dataset ?? {}
  if (key) enter(key === 'delete' ? pin.value.slice(0, -1) : (pin.value + key).slice(0, 4))
})
document.addEventListener('click', (event) => {
  const { toggle } = event.target.closest('[data-toggle]')?.dataset ?? {}
  if (toggle && shown) void act('settings', { toggles: { [toggle]: !shown.toggles[toggle] } })
})
setInterval(() => {
  const countdown = byId('left')
  if (shown?.prompt) countdown.textContent = String(Math.max(0, Number(countdown.textContent) - 1))
}, 1000)

/**
 * Shows the phone with the number in the URL, or waits for a prompt with the account in the URL. Without either
 * parameter, shows the only phone. If several phones exist, the user must choose, because each may belong to another
 * buyer.
 */
async function start() {
  const { number: wanted, account } = document.querySelector('main').dataset
  if (wanted) return watch(wanted)
  for (;;) {
    const query = account ? `?account=${encodeURIComponent(account)}` : ''
    const answer = await ask(`/test/phones${query}`).catch(() => null)
    const numbers = answer?.body.numbers ?? []
    if (watching > 0) return
    if (numbers.length === 1 || (account && numbers.length > 0)) return watch(numbers[0])
    list(numbers)
    if (numbers.length > 1) byId('note-text').textContent = 'Several phones are in use. Choose yours below the number.'
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

void start()
