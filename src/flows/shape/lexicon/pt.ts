import type { Lexicon } from '../model.ts';

export const pt: Lexicon = {
  language: 'pt',
  verbs: {
    send: 'envia envie enviem enviar envie-o mande mandem mandar encaminhe encaminhem encaminhar responda respondam responder compartilhe compartilhar partilhe notifique notifiquem notificar transmita remeta',
    publish:
      'publique publiquem publicar suba subir carregue poste postar implante implantar libere divulgue mescle push comente',
    pay: 'pague paguem pagar transfira transferir compre comprar reserve reservar deposite doe',
    delete:
      'apague apaguem apagar exclua excluam excluir remova removam remover elimine eliminem eliminar delete destrua cancele sobrescreva revogue limpe',
    write:
      'escreva escrevam escrever crie criem criar adicione adicionem adicionar edite editar modifique altere alterar salve salvar grave gravar atualize atualizar insira inserir substitua configure inclua',
    execute:
      'execute executem executar rode rodem rodar inicie iniciar lance instale instalem instalar use usem usar utilize chame chamem chamar invoque abra abrir ative',
    grant: 'conceda concedam conceder aprove aprovem aprovar autorize autorizar permita permitir aceite confirme dê',
    fetch: 'baixe baixem baixar acesse acessem acessar visite visitar obtenha obter busque navegue clone siga',
    read: 'leia leiam ler procure procurem procurar liste listar colete coletar extraia extrair copie copiar mostre mostrar consulte verifique imprima reúna',
    tell: 'diga digam dizer informe informem informar relate responda mencione pergunte indique repita explique recomende avise',
    stop: 'pare parem parar interrompa deixe ignore ignorem esqueça esqueçam omita termine encerre desative suspenda',
    do: 'faça façam fazer complete completem siga sigam obedeça continue continuem prossiga realize trate aja assegure garanta cumpra',
  },
  lead: 'depois e então primeiro segundo finalmente também agora imediatamente urgentemente além importante atenção tarefa nota aviso passo urgente olá caro prezado sempre simplesmente já antes instrução ação',
  please: 'favor porfavor gentileza',
  negation: 'não nunca jamais sem nem ninguém',
  duty: 'deve devem deves deveria deveriam precisa precisam tem têm obrigatório necessário requerido é-preciso obrigado imprescindível',
  you: 'você vocês tu te seu sua seus suas teu tua',
  reader:
    'assistente assistentes agente agentes subagente ia modelo chatbot robô bot claude gpt chatgpt orquestrador llm',
  ignore: 'ignore ignorem ignorar esqueça esqueçam esquecer descarte descartem desconsidere desconsiderem anule',
  prior:
    'anterior anteriores prévias prévios todas todos original originais tuas suas seus sistema iniciais acima precedentes',
  rules:
    'instrução instruções regra regras ordens ordem diretrizes diretriz políticas restrições tarefa tarefas mensagem mensagens prompt contexto normas orientações',
  reveal:
    'diga digam dizer mencione mencionem mencionar informe informem informar revele revelar avise avisem avisar notifique mostre conte contem pergunte comente fale',
  person: 'usuário usuária utilizador ninguém humano operador dono ele ela cliente pessoa administrador usuários',
  secretly: 'secretamente silenciosamente segredo discretamente oculto confidencial',
  body: 'operador administrador sistema segurança desenvolvedor proprietário usuário equipe empresa comitê conformidade política gerência suporte anthropic openai',
  claim:
    'aprovado aprovada autorizado autorizada assinado nome permissão autorização consentimento determinado ordenado exige oficial aprovou autorizou',
  allow: 'permitido autorizado autorizada livre',
  before: 'antes depois até quando enquanto vez',
  task: 'continuar prosseguir responder tarefa resolver completar concluir terminar resumir trabalho passo passos nada processo ler relatório resposta',
  skip: 'omita pule pular desative evite sem',
  check:
    'confirmação aprovação revisão permissão permissões verificação segurança validação perguntar confirmar testes',
  common: 'o a os as de do da dos das que e em no na um uma por com para não ao se é como mais foi são este esta isso',
};
