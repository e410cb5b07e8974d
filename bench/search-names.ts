type Names = { first: readonly string[]; last: readonly string[] }

const split = (text: string) => text.split(',').map((name) => name.trim())

/** Kinds of names. `to`: cumulative percentage of users. `turned`: the family name is before the first name. */
export const nameKinds = [
  { name: 'swahili', to: 45, join: ' ', turned: false },
  { name: 'latin', to: 70, join: ' ', turned: false },
  { name: 'cyrillic', to: 80, join: ' ', turned: false },
  { name: 'arabic', to: 90, join: ' ', turned: false },
  { name: 'cjk', to: 100, join: '', turned: true },
] as const

const lists: Record<string, Names> = {
  swahili: {
    first: split(
      `Amina, Juma, Wanjiku, Njeri, Kamau, Achieng, Otieno, Fatuma, Asha, Baraka, Neema, Zainabu,
      Hamisi, Rehema, Mwangi, Wambui, Atieno, Omondi, Salim, Halima, Imani, Furaha, Makena, Muthoni,
      Nyambura, Kipchoge, Chebet, Jepkosgei, Mumbua, Mutua, Ndinda, Kioko, Wairimu, Wangari, Njoroge,
      Kariuki, Aisha, Mariamu, Rashidi, Saida, Pendo, Upendo, Subira, Jabali, Simba, Nia, Zuri, Tatu,
      Tumaini, Amani`,
    ),
    last: split(
      `Mwangi, Otieno, Kamau, Odhiambo, Wanjiru, Njoroge, Kipkemboi, Cheruiyot, Mutiso, Musyoka,
      Ng'ang'a, Kimani, Wekesa, Barasa, Simiyu, Juma, Hassan, Abdalla, Mohamed, Said, Mwinyi, Kibet,
      Koech, Rotich, Ochieng, Owino, Onyango, Okoth, Maina, Gitau, Karanja, Macharia, Ndungu, Waweru,
      Mburu, Kariuki, Muriithi, Nyaga, Mwende, Nzioka`,
    ),
  },
  latin: {
    first: split(
      `Anna, Maria, José, Zoë, Élodie, François, Jürgen, Søren, Łukasz, Ağa, Chloé, Márta, Renée,
      Noémie, Björn, Åsa, Øyvind, Ana, João, Inês, Lucía, Martín, Andrés, Sofía, Emma, Olivia, Liam,
      Noah, Amelia, Mia, James, Mary, John, Patricia, Robert, Jennifer, Michael, Linda, David,
      Elizabeth, Thị, Nguyệt, Şirin, İpek, Jiří, Ondřej, Živa, Ștefan, Minh, Aminata`,
    ),
    last: split(
      `Smith, Müller, García, Rodríguez, Nguyễn, Silva, Santos, Kowalski, Nováková, Öztürk, Dubois,
      Lefèvre, Rossi, Bianchi, Andersson, Hansen, Nielsen, Jensen, Johansen, Popescu, Horváth, Nagy,
      Schmidt, Weber, Fernández, López, Pérez, Gonçalves, Araújo, Brown, Jones, Williams, Taylor,
      Davies, Evans, Wilson, Trần, Lê, Phạm, Björnsson`,
    ),
  },
  cyrillic: {
    first: split(
      `Анна, Мария, Александр, Дмитрий, Елена, Ольга, Татьяна, Наталья, Сергей, Андрей, Алексей, Иван,
      Михаил, Николай, Екатерина, Ирина, Юлия, Артём, Пётр, Фёдор, Оксана, Тарас, Богдан, Милош,
      Јована, Зоран, Христо, Ивайло, Амина, Руслан`,
    ),
    last: split(
      `Иванов, Петрова, Сидоров, Смирнова, Кузнецов, Попова, Васильев, Соколова, Михайлов, Новикова,
      Фёдоров, Морозова, Волков, Шевченко, Коваленко, Бондаренко, Ткаченко, Димитров, Петровић,
      Јовановић`,
    ),
  },
  arabic: {
    first: split(
      `محمد, أحمد, علي, حسن, حسين, فاطمة, عائشة, مريم, زينب, خديجة, عمر, يوسف, إبراهيم, خالد, سعيد,
      آمنة, أمينة, سلمى, ليلى, نور, هدى, سارة, كريم, طارق, رانيا, جميلة, عبد الله, مصطفى, بلال, حمزة`,
    ),
    last: split(
      `الأحمد, حداد, خوري, النجار, الخطيب, المصري, الشامي, العلي, الحسن, منصور, صالح, عباس, إسماعيل,
      الزهراني, القحطاني, بن علي`,
    ),
  },
  cjk: {
    first: split(
      `伟, 芳, 娜, 敏, 静, 丽, 强, 磊, 军, 洋, 勇, 艳, 杰, 娟, 涛, 明, 超, 秀英, 霞, 平, 刚, 桂英, 小花, 雨桐, 子涵, さくら, 陽菜, 翔太, 健太,
      美咲, はなこ, ゆうと, 민준, 서연, 지우, 하은, 도윤, 예은`,
    ),
    last: split('王,李,张,刘,陈,杨,黄,赵,周,吴,徐,孙,马,朱,胡,郭,何,林,高,罗,佐藤,鈴木,高橋,田中,김,이,박,최,정,강'),
  },
  pets: {
    first: split(
      `Simba, Luna, Bella, Max, Charlie, Milo, Coco, Rex, Bosco, Tommy, Lucky, Biscuit, Shadow, Oreo,
      Leo, Nala, Pendo, Chui, Twiga, Kito, Duma, Zuri, Tiger, Mimi, Kiki, Chloé, Müsli, Барсик, Мурка,
      Рыжик, 小花, 豆豆, 咪咪, ポチ, タマ, قطة, بسبس, 나비, Snowball, Mister Whiskers, Sir Barks-a-Lot, Pumpkin,
      Cookie, Ginger, Peanut`,
    ),
    last: [],
  },
  tags: {
    first: split(
      `dog, cat, puppy, kitten, dogsofnairobi, catsofkenya, karura, rescue, adopt, walkies, sunday,
      sleepy, cute, love, beach, mombasa, nairobi, rabbit, bird, parrot, goldenretriever,
      germanshepherd, tabby, catnap, zoomies, treats, training, vet, birthday, gotchaday, собака, кот,
      小猫, 犬, قطط, été, mbwa, paka, sungura, kasuku`,
    ),
    last: [],
  },
  places: {
    first: split(
      `Karura Forest, Nairobi, Mombasa, Kisumu, Diani Beach, Nakuru, Eldoret, Lamu, Uhuru Park,
      Arboretum, Ngong Hills, Kilimani, Westlands, Karen, Lavington, Dar es Salaam, Zanzibar, Arusha,
      Kampala, Kigali, Paris, London, München, São Paulo, Москва, 東京, 上海, القاهرة, 서울, Malindi,
      Watamu, Naivasha, Nanyuki, Thika, Limuru`,
    ),
    last: [],
  },
  words: {
    first: split(
      `a, the, my, and, is, in, on, with, at, of, so, today, dog, cat, she, he, they, loves, happy,
      walk, park, morning, evening, sleeping, playing, best, friend, first, day, home, sun, rain,
      river, garden, beach, ball, stick, tail, ears, paws, nose, eyes, good, girl, boy, little, big,
      old, young, new, again, never, always, mbwa, paka, nyumbani, leo, asubuhi, jioni, furaha,
      rafiki, собака, дома, утро, котик, 小猫, 今天, 公園, قطة, اليوم, 강아지, 산책, naïve, café, forêt, schön,
      ñandú, wonderful, beautiful, adventure, photographer, neighbourhood, veterinarian, unbelievable,
      extraordinarily`,
    ),
    last: [],
  },
}

/** Returns the names of a list, most common first. */
export const getNameList = (list: string): Names => lists[list] ?? { first: [], last: [] }
