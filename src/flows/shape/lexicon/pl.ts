import type { Lexicon } from '../model.ts';

export const pl: Lexicon = {
  language: 'pl',
  verbs: {
    send: 'wyślij wyślijcie wysłać prześlij przesłać przekaż przekazać odpowiedz odpisz udostępnij powiadom zawiadom',
    publish: 'opublikuj opublikować wypchnij wdróż wdrożyć wgraj wrzuć skomentuj scal',
    pay: 'zapłać zapłacić przelej przelać kup kupić zarezerwuj zamów',
    delete: 'usuń usuńcie usunąć skasuj skasować wyczyść zniszcz anuluj nadpisz cofnij',
    write:
      'napisz napisać zapisz zapisać utwórz utworzyć dodaj dodać zmień zmienić edytuj zaktualizuj wstaw zastąp ustaw',
    execute:
      'uruchom uruchomcie uruchomić wykonaj wykonajcie wykonać zainstaluj zainstalować użyj użyć wywołaj wywołać otwórz włącz odpal',
    grant: 'przyznaj przyznać zatwierdź zatwierdzić zezwól zezwolić nadaj nadać daj potwierdź',
    fetch: 'pobierz pobrać odwiedź ściągnij sklonuj wejdź',
    read: 'przeczytaj odczytaj odczytać znajdź znaleźć zbierz zebrać skopiuj pokaż wyświetl sprawdź wyszukaj',
    tell: 'powiedz powiedzieć poinformuj zgłoś wspomnij zapytaj odpowiedz powtórz wyjaśnij',
    stop: 'zatrzymaj zatrzymać przerwij przerwać zignoruj ignoruj zapomnij pomiń zakończ wyłącz',
    do: 'zrób zróbcie zrobić kontynuuj postępuj przestrzegaj działaj upewnij traktuj',
  },
  lead: 'potem i następnie najpierw teraz natychmiast pilnie ważne uwaga zadanie krok cześć drogi zawsze instrukcja także również',
  please: 'proszę',
  negation: 'nie nigdy bez ani nikt nikomu',
  duty: 'musi muszą musisz musicie powinien powinni powinieneś należy trzeba obowiązkowo konieczne wymagane winien',
  you: 'ty ci cię twój twoje twoja wy wasz pan pani',
  reader:
    'asystent asystenta asystentów agent agenta agenci agentów subagent ai model chatbot bot claude gpt chatgpt orkiestrator llm',
  ignore: 'zignoruj ignoruj zignorować zapomnij zapomnieć odrzuć pomiń',
  prior:
    'poprzednie poprzednich wszystkie wszystkich dotychczasowe wcześniejsze pierwotne swoje twoje systemowe powyższe',
  rules:
    'instrukcje instrukcji polecenia poleceń zasady zasad reguły wytyczne zadanie zadania wiadomości prompt kontekst',
  reveal: 'mów mówić wspominaj wspominać informuj informować ujawniaj zdradzaj zgłaszaj pokazuj pytaj powiadamiaj',
  person: 'użytkownikowi użytkownika użytkownik nikomu człowiekowi operatorowi właścicielowi mu jej klientowi',
  secretly: 'potajemnie cicho niezauważenie tajnie poufnie',
  body: 'operator administrator system bezpieczeństwa deweloper właściciel użytkownik zespół kierownictwo polityka anthropic openai',
  claim: 'zatwierdzone zatwierdził autoryzowane upoważniony podpisano imieniu zgoda zezwolenie oficjalnie nakazuje',
  allow: 'wolno możesz dozwolone upoważniony',
  before: 'zanim przed po dopóki gdy kiedy',
  task: 'odpowiesz odpowiedzią kontynuowaniem zadanie zadania zakończyć pracy krok kroki czymkolwiek dalej raport',
  skip: 'pomiń obejdź wyłącz bez',
  check: 'potwierdzenia zgody sprawdzenia zezwolenia weryfikacji bezpieczeństwa pytania testów',
  common: 'w z na do się że jest to nie o jak po co tak za od przez dla i są ten tej',
};
