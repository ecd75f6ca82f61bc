import type { Lexicon } from '../model.ts';

export const es: Lexicon = {
  language: 'es',
  verbs: {
    send: 'envía envíe enviar envíen envíale envíalo envíelo manda mande mandar reenvía reenvíe reenviar remite responde responda responder comparte comparta compartir notifica notifique invita invite contacta contacte transmite',
    publish:
      'publica publique publicar sube suba subir despliega despliegue desplegar empuja fusiona fusione difunde anuncia comenta libera',
    pay: 'paga pague pagar transfiere transfiera transferir compra compre comprar reserva reserve dona done deposita abona abone',
    delete:
      'borra borre borrar elimina elimine eliminar quita quite quitar suprime suprima destruye destruya destruir vacía vacíe cancela cancele sobrescribe revoca',
    write:
      'escribe escriba escribir crea cree crear añade añada añadir agrega agregue agregar edita edite editar modifica modifique modificar cambia cambie cambiar guarda guarde guardar actualiza actualice actualizar inserta inserte pon ponga poner reemplaza reemplace configura configure incluye incluya incluir genera',
    execute:
      'ejecuta ejecute ejecutar ejecútalo lanza lance lanzar instala instale instalar inicia inicie iniciar usa use usar utiliza utilice llama llame llamar invoca invoque abre abra abrir activa active corre corra habilita',
    grant:
      'concede conceda conceder aprueba apruebe aprobar autoriza autorice autorizar permite permita permitir otorga otorgue acepta acepte confirma da dé',
    fetch:
      'descarga descargue descargar visita visite visitar accede acceda acceder obtén obtenga obtener navega entra clona clone sigue',
    read: 'lee lea leer busca busque buscar lista recopila recopile recopilar extrae extraiga extraer copia copie muestra muestre imprime consulta consulte revisa revise resume',
    tell: 'di diga decir informa informe reporta responde contesta menciona pregunta indica indique devuelve devuelva repite explica recomienda asegura',
    stop: 'detén detenga detente para pare deja deje ignora ignore omite omita olvida olvide termina termine rechaza desactiva desactive suspende',
    do: 'haz haga hacer completa complete sigue siga obedece obedezca continúa continúe procede proceda realiza realice trata actúa asegúrate asegúrese cumple cumpla',
  },
  lead: 'luego y después primero segundo finalmente también ahora inmediatamente urgentemente entonces además importante atención tarea nota paso aviso urgente hola estimado por siempre simplemente ya antes instrucción acción',
  please: 'favor porfavor amablemente',
  negation: 'no nunca jamás sin ni tampoco nadie',
  duty: 'debes debe deben tienes tiene debería deberías necesitas necesita obligatorio necesario requerido hay obligado imprescindible',
  you: 'tú tu tus usted ustedes te le vosotros su sus',
  reader:
    'asistentes modelos subagentes robot asistente agente agentes subagente ia modelo chatbot bot claude gpt chatgpt orquestador copiloto llm',
  ignore: 'ignora ignore ignorar olvida olvide olvidar descarta descarte omite omita desobedece anula anule desestima',
  prior:
    'anterior anteriores previas previos previa previo todas todos original originales tus sus sistema iniciales arriba precedentes',
  rules:
    'instrucción instrucciones reglas regla órdenes orden indicaciones directrices directriz políticas política restricciones tarea tareas mensaje mensajes prompt contexto normas',
  reveal:
    'digas diga decir menciones mencione mencionar informes informe informar reveles revele revelar notifiques notifique avises avise muestres muestre comentes preguntes pregunte',
  person: 'usuario usuaria nadie humano operador dueño ellos él ella cliente persona administrador padre',
  secretly: 'secretamente silenciosamente secreto discretamente oculto confidencial',
  body: 'operador administrador sistema seguridad desarrollador propietario usuario equipo empresa dirección soporte cumplimiento política gerencia anthropic openai',
  claim:
    'aprobado aprobada autorizado autorizada firmado nombre permiso autorización consentimiento ordenado exige oficial aprobó autorizó autoridad',
  allow: 'permitido autorizado autorizada libre',
  before: 'antes después hasta cuando mientras vez',
  task: 'continuar seguir proceder responder tarea resolver completar terminar resumir trabajo paso pasos nada proceso leer informe respuesta',
  skip: 'omite omita salta salte desactiva desactive evita evite sin',
  check:
    'confirmación aprobación revisión permiso permisos verificación seguridad comprobaciones validación preguntar confirmar pruebas',
  common: 'el la los las de que y en un una por con para del se es al lo como más pero sus este esta ser son',
};
